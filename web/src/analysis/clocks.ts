// The clocks of a game that is studied, from the times that its moves have.

import { moverAt } from '../rules/numbers'
import type { Color } from '../net/types'
import type { TreeNode } from './nodes'

/** Returns what both clocks show after the last move of a path, in ms, as far as its moves say it. */
export function clocksOf(path: readonly TreeNode[], fen: string): Partial<Record<Color, number>> {
  const out: Partial<Record<Color, number>> = {}
  for (const m of path) if (m.clock !== undefined) out[moverAt(fen, m.ply - 1)] = m.clock
  return out
}
