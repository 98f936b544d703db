// What the server says of endings, as JSON. internal/live/protocol has the same in Go;
// a test compares the two.

import type { Color } from '../lib/types'

export type Category = 'win' | 'draw' | 'loss'

/** The truth about a position, for the side to move: how it ends, and after how many plies or moves of the winner. */
export interface Ending {
  variant: string
  fen: string
  turn: Color
  category: Category
  plies: number
  mate: number
  counted?: boolean
  checkmate?: boolean
  stalemate?: boolean
  moves: EndingMove[]
}
/** A legal move, and the truth for the side that makes it; the best stand first. */
export interface EndingMove {
  move: string
  san: string
  category: Category
  plies: number
  mate: number
  checkmate?: boolean
  stalemate?: boolean
}
