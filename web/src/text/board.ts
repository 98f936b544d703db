// Texts of the board.

import { plural } from './plural'

const colors = { white: 'white', black: 'black' }
const kinds: Record<string, string> = { k: 'king', q: 'queen', r: 'rook', b: 'bishop', n: 'knight', p: 'pawn' }

const colorOf = (piece: string) => (piece === piece.toUpperCase() ? 'white' : 'black')
const typeOf = (piece: string) => kinds[piece.toLowerCase()] ?? ''
const upper = (s: string) => s.charAt(0).toUpperCase() + s.slice(1)
const pieceOf = (piece: string) => `${colors[colorOf(piece)]} ${typeOf(piece)}`
const placeOf = (name: string) => (name === 'z' ? 'the double square z' : name)

/** What the label of a square says. */
export interface SquareText {
  name: string
  piece?: string // FEN letter
  vanished: boolean
  royal: 'white' | 'black' | null
  selected: boolean
  check: boolean
  last: boolean
  premove: boolean
  /** The selected piece can move here. */
  target: boolean
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
    const parts = [placeOf(c.name)]
    if (c.vanished) return `${c.name}, vanished`
    if (c.piece) parts.push(pieceOf(c.piece))
    if (c.royal) parts.push(`royal square of ${upper(colors[c.royal])}`)
    if (c.selected) parts.push('selected')
    if (c.check) parts.push('in check')
    if (c.target) {
      const does = c.captures === true ? ': capture' : c.captures ? `: captures the ${typeOf(c.captures)}` : ''
      parts.push((c.confirming ? 'press again to move here' : 'can move here') + does + (c.promotes ? ', pawns promote' : ''))
    }
    if (c.premove) parts.push('premove')
    if (c.last) parts.push('last move')
    return parts.join(', ')
  },

  selected(piece: string, square: string, count: number): string {
    const moves = count === 0 ? 'no moves' : plural(count, 'move', 'moves')
    return `${upper(pieceOf(piece))} on ${placeOf(square)}, ${moves}`
  },
  premoveSelected: (piece: string, square: string) => `${upper(pieceOf(piece))} on ${placeOf(square)}, for a premove`,
  premoveSet: (from: string, to: string) => `Premove: ${placeOf(from)} to ${placeOf(to)}`,
  premoveCanceled: 'Premove canceled',
  canceled: 'Selection canceled',
  confirm: 'Select the same square again to move',
  drawFrom: (square: string) => `Drawing from ${placeOf(square)}: select the other end`,
  drew: (from: string, to: string, color: string) =>
    from === to ? `${upper(color)} circle at ${placeOf(from)}` : `${upper(color)} arrow from ${placeOf(from)} to ${placeOf(to)}`,

  promotion: {
    /** The question for one of several pawns. */
    question(nth: number, of: number, color: 'white' | 'black', square: string): string {
      if (of === 1) return `${upper(colors[color])}’s pawn on ${placeOf(square)} becomes`
      return `Pawn ${nth} of ${of} (${upper(colors[color])}’s) on ${placeOf(square)} becomes`
    },
    single: (square: string) => `The pawn on ${placeOf(square)} becomes`,
    back: 'Back',
    cancel: 'Cancel',
    unavailable: 'not legal here',
    board: 'The board after the move',
  },
}
