// What the analysis board says of endings that are known.
import type { Category, Ending, EndingMove } from '../tablebase/types'
import { plural } from './plural'

const colors = { white: 'White', black: 'Black' }
const others = { white: 'Black', black: 'White' }

export const tablebase = {
  tab: 'Endgame',
  title: 'Endgame tables',
  loading: 'Looking it up …',
  offline: 'the server cannot be reached.',
  failed: (why: string) => `The ending could not be looked up: ${why}`,
  again: 'Try again',
  over: 'The game is over here.',
  about: 'Worked out for every position of few men, from the mates backwards. Draws by fifty moves or by repetition are left out of account.',
  moves: 'Every move and what it comes to',
  groups: { win: 'Winning', draw: 'Drawing', loss: 'Losing' } satisfies Record<Category, string>,
  count: (n: number) => plural(n, 'move', 'moves'),
  /** How far a move is from mate, for whoever makes it. */
  distance: (m: EndingMove) => {
    if (m.checkmate) return 'checkmate'
    if (m.stalemate) return 'stalemate'
    if (m.category === 'draw') return ''
    return m.category === 'win' ? `mate in ${m.mate}` : `mated in ${m.mate}`
  },
  plies: (m: EndingMove) => (m.plies ? plural(m.plies, 'ply', 'plies') : ''),
}

/** The truth in a few words: “White wins: mate in 5”. */
export function verdict(e: Ending): string {
  if (e.checkmate) return `Checkmate: ${others[e.turn]} has won`
  if (e.stalemate) return 'Stalemate: a draw'
  if (e.category === 'draw') return 'Draw'
  return `${e.category === 'win' ? colors[e.turn] : others[e.turn]} wins: mate in ${e.mate}${e.counted ? ', unless the move count draws first' : ''}`
}
