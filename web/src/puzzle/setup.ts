// An attempt with the rules, the sounds and the pace of the page.

import { around } from '../board/around'
import { games } from '../people/text'
import type { Puzzle } from './puzzle'
import { Solve, type SolveOptions } from './solve.svelte'
import { puzzles as words } from './text'

/** Returns an attempt at a puzzle. In a storm replies are quick. */
export const newSolve = (puzzle: Puzzle, more: SolveOptions = {}, quick = false): Solve =>
  new Solve(puzzle, more, around(quick ? 200 : undefined))

/** Returns the label of the board of a puzzle. */
export const labelOf = ({ variant }: Puzzle): string => words.board(games[variant] ?? variant)
