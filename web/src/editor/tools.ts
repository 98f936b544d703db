// The tools of the editor: pieces to place, and changes of squares.

import { colorOf } from '../rules/record'
import type { Color, Draft, DraftEdit } from '../net/types'

/** 'move', 'erase', 'vanish', or a piece's FEN letter. */
export type Tool = string

/** The pieces of the palette. */
export const pieces = ['K', 'Q', 'R', 'B', 'N', 'P', 'k', 'q', 'r', 'b', 'n', 'p']

export const isPiece = (tool: Tool): boolean => tool.length === 1

/** One press of the pointer that goes over some squares. */
export interface Stroke {
  tool: Tool
  /** The stroke undoes what the tool does, since the first square had it already. */
  undoes: boolean
  seen: Set<number>
}

export function pieceOn(draft: Draft, square: number): string | undefined {
  return draft.view.pieces.find((m) => m.square === square)?.piece
}
const isVanished = (draft: Draft, square: number) =>
  draft.view.squares?.find((c) => c.key === square)?.vanished ?? false

/** Starts a stroke on a square; a second stroke undoes the first. */
export function begin(tool: Tool, draft: Draft, square: number): Stroke {
  return {
    tool,
    undoes: tool === 'vanish' ? isVanished(draft, square) : pieceOn(draft, square) === tool,
    seen: new Set(),
  }
}

/** Returns the edit of the next square of a stroke, or null. */
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
 * Returns the piece that a letter key selects: in the color of the last selected piece, or
 * in the other color if the piece is selected already. Returns null for other keys.
 */
export function toolForKey(key: string, tool: Tool, last: Color): string | null {
  const kind = key.toLowerCase()
  if (key.length !== 1 || !pieces.includes(kind)) return null
  if (tool.toLowerCase() === kind) return opposite(tool)
  return last === 'white' ? kind.toUpperCase() : kind
}

const opposite = (piece: string) => (colorOf(piece) === 'white' ? piece.toLowerCase() : piece.toUpperCase())
