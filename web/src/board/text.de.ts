// Texte des Bretts.
import type * as en from './text'
import { accusative, colors, pieces, place, plural, upper } from '../ui/text.de'

const typeOf = (piece: string) => pieces[piece.toLowerCase()] ?? ''
const pieceOf = (piece: string) => {
  const color = piece === piece.toUpperCase() ? 'weiße' : 'schwarze'
  return `${color}${piece.toLowerCase() === 'q' ? '' : 'r'} ${typeOf(piece)}`
}
const brushes: Record<string, string> = { green: 'Grüner', red: 'Roter', blue: 'Blauer', yellow: 'Gelber' }

export const board = {
  label: 'Schachbrett',
  help: 'Mit den Pfeiltasten bewegst du dich über das Brett. Enter wählt eine Figur und dann ihr Ziel. Escape bricht ab.',
  row: (name) => (/^\d/.test(name) ? `Reihe ${name}` : `Linie ${name}`),
  piece: pieceOf,
  type: typeOf,

  square(c) {
    const parts = [place(c.name)]
    if (c.vanished) return `${c.name}, verschwunden`
    if (c.piece) parts.push(pieceOf(c.piece))
    if (c.royal) parts.push(`Königsfeld von ${colors[c.royal]}`)
    if (c.queen) parts.push('zieht auch wie eine Dame')
    if (c.selected) parts.push('ausgewählt')
    if (c.check) parts.push('im Schach')
    if (c.target) {
      const does =
        c.captures === true ? ': schlägt' : c.captures ? `: schlägt ${accusative(c.captures.toLowerCase())}` : ''
      parts.push(
        (c.premoving
          ? 'Vorauszug hierher möglich'
          : c.confirming
            ? 'zum Ziehen noch einmal drücken'
            : 'Zug hierher möglich') +
          does +
          (c.promotes ? ', Bauern wandeln sich um' : ''),
      )
    }
    if (c.premove) parts.push('Vorauszug')
    if (c.last) parts.push('letzter Zug')
    return parts.join(', ')
  },

  selected: (piece, square, count) =>
    `${upper(pieceOf(piece))} auf ${place(square)}, ${count === 0 ? 'keine Züge' : plural(count, 'Zug', 'Züge')}`,
  premoveSelected: (piece, square, count) =>
    `${upper(pieceOf(piece))} auf ${place(square)}, ${count === null ? 'für einen Vorauszug' : count === 0 ? 'keine Vorauszüge' : plural(count, 'Vorauszug', 'Vorauszüge')}`,
  premoveSet: (from, to) => `Vorauszug: ${place(from)} nach ${place(to)}`,
  premoveCanceled: 'Vorauszug gelöscht',
  canceled: 'Auswahl aufgehoben',
  collapse: 'das Brett schrumpft',
  confirm: 'Wähle dasselbe Feld noch einmal, um zu ziehen',
  drawFrom: (square) => `Zeichnung ab ${place(square)}: Wähle das andere Ende`,
  drew: (from, to, color) =>
    `${brushes[color] ?? color} ${from === to ? `Kreis auf ${place(from)}` : `Pfeil von ${place(from)} nach ${place(to)}`}`,

  promotion: {
    question: (nth, of, color, square) =>
      of === 1
        ? `Der Bauer von ${colors[color]} auf ${place(square)} wird`
        : `Bauer ${nth} von ${of}: Der von ${colors[color]} auf ${place(square)} wird`,
    single: (color, square) => `Der Bauer von ${colors[color]} auf ${place(square)} wird umgewandelt in`,
    why(mine, moved) {
      if (moved) return 'Er hat seine letzte Reihe erreicht.'
      return mine
        ? 'Das Brett schrumpft, und er steht nun auf seiner letzten Reihe.'
        : 'Das Brett schrumpft, und er steht nun auf seiner letzten Reihe. Du wählst auch für deinen Gegner.'
    },
    back: 'Zurück',
    unavailable: 'hier nicht erlaubt',
    board: 'Das Brett nach dem Zug',
  },
} satisfies typeof en.board

export const exercise = {
  failed: (why) => `Das Brett wurde nicht geladen. ${why}`,
} satisfies typeof en.exercise
