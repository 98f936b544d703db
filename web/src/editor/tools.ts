// What is in the hand: a piece to put, or something to do to squares. From it and a
// square follows an edit.

import { colorOf } from '../lib/record'
import type { Color, Draft, DraftEdit } from '../lib/types'

/** 'move', 'erase', 'vanish', or a piece's FEN letter. */
export type Tool = string

/** The pieces, as the palette has them: White's first. */
export const pieces = ['K', 'Q', 'R', 'B', 'N', 'P', 'k', 'q', 'r', 'b', 'n', 'p']

export const isPiece = (tool: Tool): boolean => tool.length === 1

/** One touch that goes over some squares. */
export interface Stroke {
  tool: Tool
  /** It takes back what the tool would do, since the first square had it already. */
  undoes: boolean
  seen: Set<number>
}

export function pieceOn(draft: Draft, square: number): string | undefined {
  return draft.view.pieces.find((m) => m.square === square)?.piece
}
const isVanished = (draft: Draft, square: number) => draft.view.squares?.find((c) => c.key === square)?.vanished ?? false

/** Begins a stroke on a square: a second touch takes back the first. */
export function begin(tool: Tool, draft: Draft, square: number): Stroke {
  return { tool, undoes: tool === 'vanish' ? isVanished(draft, square) : pieceOn(draft, square) === tool, seen: new Set() }
}

/** What the stroke does to a square that it comes to, or null. */
export function stroke(s: Stroke, draft: Draft, square: number): DraftEdit | null {
  if (s.seen.has(square)) return null
  s.seen.add(square)
  const [piece, vanished] = [pieceOn(draft, square), isVanished(draft, square)]
  if (s.tool === 'vanish') return vanished === s.undoes ? { do: 'vanish', squares: [square] } : null
  if (s.tool === 'erase') return piece || vanished ? { do: 'remove', squares: [square] } : null
  if (!isPiece(s.tool)) return null
  if (s.undoes) return piece === s.tool ? { do: 'remove', squares: [square] } : null
  return piece === s.tool ? null : { do: 'put', piece: s.tool, squares: [square] }
}

/**
 * The piece that a letter key chooses: one of the color that was chosen last, and if
 * it is in the hand already, the other color's. Null if the key is no piece's letter.
 */
export function toolForKey(key: string, tool: Tool, last: Color): string | null {
  const kind = key.toLowerCase()
  if (key.length !== 1 || !pieces.includes(kind)) return null
  if (tool.toLowerCase() === kind) return opposite(tool)
  return last === 'white' ? kind.toUpperCase() : kind
}

const opposite = (piece: string) => (colorOf(piece) === 'white' ? piece.toLowerCase() : piece.toUpperCase())
