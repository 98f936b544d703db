// Asks the engine's program in the page whether a position is a sound puzzle.

import { Oracle } from '../rules/oracle'
import type { EngineAnswer } from '../net/types'
import type { Flaw } from './api'
import type { Puzzle } from './puzzle'

/** What the program says: a puzzle, or why there is none. */
export type Check = { puzzle: Puzzle; flaw?: undefined } | { flaw: Flaw; puzzle?: undefined }

type CheckAnswer = Omit<EngineAnswer, 't'> & {
  t: string
  puzzle?: Puzzle
  flaw?: Partial<Flaw> & { kind: string; text: string }
}

/** How long a proof may take, in ms. */
const patience = 120_000

/** Proves the puzzle of a position. Its errors are OracleErrors. */
export async function checkPuzzle(oracle: Oracle, variant: string, fen: string): Promise<Check> {
  const a = await oracle.ask<CheckAnswer>({ t: 'puzzle', variant, fen }, ['puzzle', 'flaw'], patience)
  if (a.t === 'puzzle' && a.puzzle) return { puzzle: a.puzzle }
  const { kind = 'invalid', text = '', moves, line } = a.flaw ?? { kind: 'invalid', text: '' }
  return { flaw: { kind, text, moves: moves ?? [], line: line ?? [] } }
}
