// Texte der eingebetteten Bretter.
import type * as en from './text'
import { ended } from '../ui/text.de'

export const embed = {
  unreachable: 'Das Brett konnte nicht geladen werden: Der Server ist nicht erreichbar.',
  wrong: 'Unter dieser Adresse gibt es kein Brett. Verwende /embed/game/ID oder /embed/VARIANTE, etwa /embed/shrink.',
  open: 'wane',
  openGame: 'Partie auf wane öffnen',
  openLine: 'Stellung auf wane öffnen',
  play: 'Züge abspielen',
  pause: 'Pause',
  flip: 'Brett drehen',
  moves: 'Züge',
  live: 'live',
  start: 'Anfang',
  board: (title) => `Brett: ${title}`,
  versus: (white, black) => `${white} – ${black}`,
  state: (game) =>
    game.status === 'finished' ? ended(game) : game.status === 'waiting' ? 'wartet auf einen Gegner' : '',
} satisfies typeof en.embed
