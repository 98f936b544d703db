// Wörter, die mehrere Texte gemeinsam haben.
import type * as en from './text'
import { say } from '../net/sentences.text.de'

const rules = new Intl.PluralRules('de')
const number = new Intl.NumberFormat('de')

/** Schreibt eine Zahl auf Deutsch: „1.234,5“. */
export const figure = (n: number, digits = 0): string =>
  n.toLocaleString('de', { minimumFractionDigits: digits, maximumFractionDigits: digits })

export { isolate } from './text'

export const plural = ((n, one, many) =>
  `${number.format(n)} ${rules.select(n) === 'one' ? one : many}`) satisfies typeof en.plural

export const fullMoves = ((plies) => plural(Math.ceil(plies / 2), 'Zug', 'Züge')) satisfies typeof en.fullMoves

const days = new Intl.DateTimeFormat('de', { day: 'numeric', month: 'short', year: 'numeric' })
export const day = ((ms) => days.format(ms)) satisfies typeof en.day

export const upper = ((s) => s.charAt(0).toUpperCase() + s.slice(1)) satisfies typeof en.upper

export const colors = { white: 'Weiß', black: 'Schwarz' } satisfies typeof en.colors
export const pieces = { k: 'König', q: 'Dame', r: 'Turm', b: 'Läufer', n: 'Springer', p: 'Bauer' } as Record<
  string,
  string
> satisfies typeof en.pieces

/** Nennt eine Figur mit Artikel im Wenfall: „den Bauern“, „die Dame“. */
export const accusative = (type: string): string =>
  type === 'q' ? 'die Dame' : type === 'p' ? 'den Bauern' : `den ${pieces[type]}`

export const place = ((square) => (square === 'z' ? 'Doppelfeld z' : square)) satisfies typeof en.place

export const steps = {
  label: 'Züge durchgehen',
  first: 'Erster Zug',
  back: 'Voriger Zug',
  forward: 'Nächster Zug',
  last: 'Letzter Zug',
} satisfies typeof en.steps

export const results = {
  '1-0': 'Weiß gewinnt',
  '0-1': 'Schwarz gewinnt',
  '1/2-1/2': 'Remis',
  '*': 'Ohne Ergebnis',
} as Record<string, string> satisfies typeof en.results

export const reason = say satisfies typeof en.reason

export const ended = ((game) => {
  const who = results[game.result ?? '*'] ?? results['*']!
  if (!game.reason) return who
  const why = reason(game.reason)
  return game.result === '*' ? upper(why) : `${who}: ${why}`
}) satisfies typeof en.ended

export const common = {
  offlineTitle: 'Keine Verbindung',
  play: 'Spielen',
  name: 'wane',
  rulesOf: (title) => `Regeln von ${title}`,
  rules: 'Regeln',
  close: 'Schließen',
  cancel: 'Abbrechen',
  save: 'Speichern',
  loading: 'Lädt …',
  pageFailed: 'Diese Seite konnte nicht geladen werden. Vielleicht ist der Server nicht erreichbar.',
  again: 'Noch einmal versuchen',
  titled: (page) => `${page} – wane`,
  notFoundTitle: 'Seite nicht gefunden',
  notFound: 'Prüfe den Link oder beginne auf der Startseite.',
  toHome: 'Startseite',
  manual: 'Handbuch',
  signIn: 'Anmelden',
  signUp: 'Konto anlegen',
} satisfies typeof en.common
