// The sounds of moves.

import type { BoardView, Step } from '../net/types'
import type { Sound } from '../ui/sound'

const bySteps: [Step['kind'], Sound][] = [
  ['collapse', 'collapse'],
  ['drop', 'drop'],
  ['demote', 'drop'],
  ['vanish', 'vanish'],
  ['capture', 'capture'],
]

/** Returns the sounds of a move: its most important effect, and check. */
export function moveSounds(view: BoardView): Sound[] {
  if (view.result) return ['end']
  const kinds = new Set(view.steps?.map((s) => s.kind))
  const sounds: Sound[] = [bySteps.find(([kind]) => kinds.has(kind))?.[1] ?? 'move']
  // In Cheshire Cat Chess every move makes a square vanish, so a capture matters more.
  if (sounds[0] === 'vanish' && kinds.has('capture')) sounds[0] = 'capture'
  if (view.check?.length) sounds.push('check')
  return sounds
}
