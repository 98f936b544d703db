// Texts of the tablebase panel.
import type { Category, Ending, EndingMove } from '../net/types'
import { plural } from '../ui/text'

const colors = { white: 'White', black: 'Black' }
const others = { white: 'Black', black: 'White' }

export const tablebase = {
  tab: 'Tablebase',
  title: 'Tablebase',
  failed: (why: string) => `The tablebase did not load: ${why}`,
  over: 'The game is over.',
  about: 'Perfect play for every position with few pieces. The fifty-move rule and repetitions are ignored.',
  moves: 'All moves',
  groups: { win: 'Winning', draw: 'Drawing', loss: 'Losing' } satisfies Record<Category, string>,
  count: (n: number) => plural(n, 'move', 'moves'),
  /** Describes the distance to mate after a move, for the side that makes it. */
  distance: (m: EndingMove) => {
    if (m.checkmate) return 'checkmate'
    if (m.stalemate) return 'stalemate'
    if (m.category === 'draw') return ''
    return m.category === 'win' ? `mate in ${m.mate}` : `mated in ${m.mate}`
  },
  plies: (m: EndingMove) => (m.plies ? plural(m.plies, 'ply', 'plies') : ''),
}

/** Describes an ending: “White wins: mate in 5”. */
export function verdict(e: Ending): string {
  if (e.checkmate) return `Checkmate: ${others[e.turn]} has won`
  if (e.stalemate) return e.category === 'loss' ? `Stalemate: ${others[e.turn]} has won` : 'Stalemate: draw'
  if (e.category === 'draw') return 'Draw'
  return `${e.category === 'win' ? colors[e.turn] : others[e.turn]} wins: mate in ${e.mate}${e.counted ? ', if the move limit does not draw first' : ''}`
}
