// Texts of the board.

import { colors, pieces, place, plural, upper } from '../ui/text'

const colorOf = (piece: string) => (piece === piece.toUpperCase() ? 'white' : 'black')
const typeOf = (piece: string) => pieces[piece.toLowerCase()] ?? ''
const pieceOf = (piece: string) => `${colorOf(piece)} ${typeOf(piece)}`

/** What the label of a square says. */
export interface SquareText {
  name: string
  piece?: string // FEN letter
  vanished: boolean
  royal: 'white' | 'black' | null
  /** The king here still moves as a queen. */
  queen?: boolean
  selected: boolean
  check: boolean
  last: boolean
  premove: boolean
  /** The selected piece can move here. */
  target: boolean
  /** Targets are those of a premove. */
  premoving?: boolean
  captures?: string | true // FEN letter of the captured piece if it is on this square
  promotes: boolean
  /** A second tap plays the move. */
  confirming: boolean
}

export const board = {
  label: 'Chess board',
  /** The description of the board for screen readers. */
  help: 'Arrow keys move over the board. Enter selects a piece, then its destination. Escape cancels.',
  row: (name: string) => (/^\d/.test(name) ? `Rank ${name}` : `File ${name}`),
  /** Names a piece, given by its FEN letter: "white knight". */
  piece: pieceOf,
  type: (letter: string) => upper(typeOf(letter)),

  square(c: SquareText): string {
    const parts = [place(c.name)]
    if (c.vanished) return `${c.name}, vanished`
    if (c.piece) parts.push(pieceOf(c.piece))
    if (c.royal) parts.push(`royal square of ${colors[c.royal]}`)
    if (c.queen) parts.push('also moves like a queen')
    if (c.selected) parts.push('selected')
    if (c.check) parts.push('in check')
    if (c.target) {
      const does = c.captures === true ? ': capture' : c.captures ? `: captures the ${typeOf(c.captures)}` : ''
      parts.push(
        (c.premoving ? 'can premove here' : c.confirming ? 'press again to move here' : 'can move here') +
          does +
          (c.promotes ? ', pawns promote' : ''),
      )
    }
    if (c.premove) parts.push('premove')
    if (c.last) parts.push('last move')
    return parts.join(', ')
  },

  selected(piece: string, square: string, count: number): string {
    const moves = count === 0 ? 'no moves' : plural(count, 'move', 'moves')
    return `${upper(pieceOf(piece))} on ${place(square)}, ${moves}`
  },
  /** count is the number of premoves, null while it is not known. */
  premoveSelected: (piece: string, square: string, count: number | null) =>
    `${upper(pieceOf(piece))} on ${place(square)}, ${count === null ? 'for a premove' : count === 0 ? 'no premoves' : plural(count, 'premove', 'premoves')}`,
  premoveSet: (from: string, to: string) => `Premove: ${place(from)} to ${place(to)}`,
  premoveCanceled: 'Premove canceled',
  canceled: 'Selection canceled',
  collapse: 'the board collapses',
  confirm: 'Select the same square again to move',
  drawFrom: (square: string) => `Drawing from ${place(square)}: select the other end`,
  drew: (from: string, to: string, color: string) =>
    from === to
      ? `${upper(color)} circle at ${place(from)}`
      : `${upper(color)} arrow from ${place(from)} to ${place(to)}`,

  promotion: {
    /** The question for one of several pawns. */
    question(nth: number, of: number, color: 'white' | 'black', square: string): string {
      const pawn =
        of === 1
          ? `${colors[color]}’s pawn on ${place(square)}`
          : `Pawn ${nth} of ${of}: ${colors[color]}’s on ${place(square)}`
      return `${pawn} becomes`
    },
    single: (color: 'white' | 'black', square: string) => `${colors[color]}’s pawn promotes on ${place(square)} to`,
    /** Why a pawn promotes, and who chooses: mine says whether it is the mover's, moved whether it made the move. */
    why(mine: boolean, moved: boolean): string {
      if (moved) return 'It has reached its last rank.'
      return mine
        ? 'The collapse leaves it on its last rank.'
        : 'The collapse leaves it on its last rank. You choose for your opponent, too.'
    },
    back: 'Back',
    unavailable: 'not legal here',
    board: 'The board after the move',
  },
}

/** Of positions in which moves are tried. */
export const exercise = { failed: (why: string) => `The board did not load. ${why}` }
