// Texte der Animation einer Partie.
import type * as en from './gif.text'
import { plural } from '../ui/text.de'

const megabytes = (bytes: number) => (bytes / 1e6).toLocaleString('de', { maximumFractionDigits: bytes < 1e6 ? 2 : 1 })

export const animation = {
  make: 'Animation herstellen',
  progress: 'Fortschritt',
  small: (size) => `Die Partie ist lang: Das Bild wird ${size} Pixel breit.`,
  making: (positions) => `Der Server zeichnet ${plural(positions, 'Stellung', 'Stellungen')} …`,
  line: 'Der Server ist ausgelastet. Dein Bild wartet, bis es an der Reihe ist …',
  loading: (bytes) => `Lädt … ${megabytes(bytes)} MB`,
  done: (bytes) => `Fertig: ${megabytes(bytes)} MB.`,
  download: 'Animation speichern',
  send: 'Senden …',
  sendFailed: 'Der Browser hat das Bild nicht geteilt. Speichere es stattdessen.',
  picture: 'Die Partie als Animation',
} satisfies typeof en.animation
