// The mistakes of a reviewed game as puzzles.

import type { Oracle } from '../rules/oracle'
import type { EngineInfo, Line, ReviewReport } from '../net/types'
import { moments } from '../review/moments'
import type { Puzzle } from './puzzle'
import { displaySan, numbered } from '../ui/moves.svelte'

export interface Mistake {
  puzzle: Puzzle
  /** The moves of the game before it. */
  before: string[]
  color: 'white' | 'black'
  /** The move of the game, in UCI and as it is written in lists. */
  played: string
  name: string
  text: string
  /** The best line, as it is written in lists. */
  best: string[]
}

export type Whose = 'both' | 'white' | 'black'

/** Returns the mistakes of a game that has a better move each; moves and fen are those of the game. */
export function mistakesOf(
  r: ReviewReport,
  variant: string,
  fen: string,
  moves: readonly string[],
  whose: Whose,
): Mistake[] {
  return moments(r).flatMap(({ move, better, text }): Mistake[] => {
    const [played, best] = [moves[move.ply - 1], better.pv[0]]
    if (!played || !best || best === played || (whose !== 'both' && move.color !== whose)) return []
    const puzzle: Puzzle = { id: '', variant, fen, moves: [best], goal: 'gain', proof: 'search', rating: 0, themes: [] }
    return [
      {
        puzzle,
        before: moves.slice(0, move.ply - 1),
        color: move.color,
        played,
        name: numbered(move, displaySan(move.san)),
        text,
        best: better.san,
      },
    ]
  })
}

/**
 * How much of the winning chances a move may lose and still be as good: less than what a review calls an inaccuracy.
 */
export const tolerance = 0.06

/** White's chances by a search: from 0 to 1. Undefined for a game that is over there. */
export function chance(info: EngineInfo | undefined): number | undefined {
  const score = info?.lines[0]?.score
  if (!score) return undefined
  if (score.mate !== undefined) return score.mate > 0 ? 1 : 0
  return 1 / (1 + Math.exp(-0.0037 * (score.cp ?? 0)))
}

const time = 1200 // ms for each of two searches

/** Compares a move with the best one by two short searches. */
export async function asGood(
  oracle: Oracle,
  line: Line,
  color: 'white' | 'black',
  move: string,
  best: string,
): Promise<boolean> {
  const after = (m: string) => oracle.search({ ...line, moves: [...line.moves, m] }, time)
  const [own, other] = [chance(await after(move)), chance(await after(best))]
  if (other === undefined) return false // the best move ends the game
  const mine = own ?? 0.5 // a game that is over is judged by its result elsewhere; a draw at best
  return (color === 'white' ? other - mine : mine - other) <= tolerance
}
