// What is in the hand: a man to put, or something to do to cells. From it and a
// cell follows an edit.

import { sideOf } from '../lib/record'
import type { Side } from '../lib/types'
import type { Draft, DraftEdit } from './types'

/** 'move', 'erase', 'vanish', or a man's FEN letter. */
export type Tool = string

/** The men, as the palette has them: White's first. */
export const men = ['K', 'Q', 'R', 'B', 'N', 'P', 'k', 'q', 'r', 'b', 'n', 'p']

export const isMan = (tool: Tool): boolean => tool.length === 1

/** One touch that goes over some cells. */
export interface Stroke {
  tool: Tool
  /** It takes back what the tool would do, since the first cell had it already. */
  undoes: boolean
  seen: Set<number>
}

export function manOn(draft: Draft, cell: number): string | undefined {
  return draft.scene.men.find((m) => m.cell === cell)?.man
}
const isGone = (draft: Draft, cell: number) => draft.scene.cells?.find((c) => c.key === cell)?.gone ?? false

/** Begins a stroke on a cell: a second touch takes back the first. */
export function begin(tool: Tool, draft: Draft, cell: number): Stroke {
  return { tool, undoes: tool === 'vanish' ? isGone(draft, cell) : manOn(draft, cell) === tool, seen: new Set() }
}

/** What the stroke does to a cell that it comes to, or null. */
export function stroke(s: Stroke, draft: Draft, cell: number): DraftEdit | null {
  if (s.seen.has(cell)) return null
  s.seen.add(cell)
  const [man, gone] = [manOn(draft, cell), isGone(draft, cell)]
  if (s.tool === 'vanish') return gone === s.undoes ? { do: 'vanish', cells: [cell] } : null
  if (s.tool === 'erase') return man || gone ? { do: 'lift', cells: [cell] } : null
  if (!isMan(s.tool)) return null
  if (s.undoes) return man === s.tool ? { do: 'lift', cells: [cell] } : null
  return man === s.tool ? null : { do: 'put', man: s.tool, cells: [cell] }
}

/**
 * The man whom a letter key chooses: one of the side that was chosen last, and if
 * he is in the hand already, his opposite. Null if the key is no man's letter.
 */
export function lettered(key: string, tool: Tool, last: Side): string | null {
  const kind = key.toLowerCase()
  if (key.length !== 1 || !men.includes(kind)) return null
  if (tool.toLowerCase() === kind) return opposite(tool)
  return last === 'white' ? kind.toUpperCase() : kind
}

const opposite = (man: string) => (sideOf(man) === 'white' ? man.toLowerCase() : man.toUpperCase())
