// Puzzles and their solvers for tests.

import type { BoardView, Choices, Line, Rules } from '../net/types'
import type { Puzzle } from './puzzle'
import { Solve, type SolveOptions } from './solve.svelte'

export const puzzle = (id: string, more: Partial<Puzzle> = {}): Puzzle => ({
  id,
  variant: 'shrink',
  fen: 'K/k b - - 0 1',
  moves: ['a1a2', 'b1b2', 'c1c2'],
  goal: 'mate',
  proof: 'exhaustive',
  rating: 900,
  themes: [],
  ...more,
})

const rules = {
  views: async (line: Line) => [{ ply: line.moves.length, san: line.moves.at(-1) } as BoardView],
  choices: async (line: Line) => ({ ply: line.moves.length, routes: [] }) as Choices,
} as unknown as Rules

/** Returns an attempt that waits for no eyes. */
export const solving = (p: Puzzle, more: SolveOptions = {}): Solve =>
  new Solve(p, more, { rules: () => rules, refusal: async () => '', pause: async () => {} })

/** Waits until all that is under way is done. */
export const settled = () => new Promise((done) => setTimeout(done))
