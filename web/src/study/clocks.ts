// The clocks of a game that is studied, from the times that its moves have.

import { firstMove } from '../game/numbers'
import type { Color } from '../lib/types'
import type { TreeNode } from './nodes'

/** Returns what both clocks show after the last move of a path, in ms, as far as its moves say it. */
export function clocksOf(path: readonly TreeNode[], fen: string): Partial<Record<Color, number>> {
  const odd = firstMove(fen).black ? 'black' : 'white'
  const even = odd === 'white' ? 'black' : 'white'
  const out: Partial<Record<Color, number>> = {}
  for (const m of path) if (m.clock !== undefined) out[m.ply % 2 ? odd : even] = m.clock
  return out
}
