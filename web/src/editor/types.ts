// Positions that are being set up; internal/page/editor has the same in Go.

import type { BoardView } from '../lib/types'

/** A draft between two edits; only the rules look into its keys. */
export interface DraftState {
  variant: string
  fen?: string
  squares?: number[]
  pieces?: number[]
  next?: number
}

/** One change of a draft. Squares are keys. */
export interface DraftEdit {
  do: 'fen' | 'start' | 'clear' | 'put' | 'remove' | 'move' | 'vanish' | 'size' | 'close' | 'turn' | 'rights' | 'en-passant' | 'counts' | 'swap' | 'variant'
  piece?: string
  squares?: number[]
  text?: string
  numbers?: number[]
}

export interface Draft {
  state: DraftState
  view: BoardView
  faults?: DraftFault[]
  unread?: string[]
  rights?: DraftRight[]
  enPassant?: DraftSquare[]
  halfmoves: number
  fullmove: number
  /** Files, ranks, and the most there may be of each, where the size can be chosen. */
  size?: number[]
  vanish?: boolean
  empty?: boolean
}
/** What is wrong, in a sentence that says what would be right. */
export interface DraftFault {
  text: string
  squares?: number[]
  fixes?: Fix[]
}
export interface Fix {
  label: string
  edit: DraftEdit
}
export interface DraftRight {
  letter: string
  label: string
  possible?: boolean
  given?: boolean
}
export interface DraftSquare {
  key: number
  name: string
  given?: boolean
}
