// The server's API of puzzles.

import { call, request } from '../net/api'
import type {
  NewAttempt,
  NewRun,
  Puzzle as PublicPuzzle,
  RunAnswers,
  RunState as Counted,
  SettledAttempt,
} from '../net/types'
import type { Puzzle } from './puzzle'

export type {
  Flaw,
  PuzzleHistory as History,
  PuzzleRun as Run,
  PuzzleStanding as Standing,
  RunAnswer,
  RunLeader as Leader,
  Runs,
} from '../net/types'

/**
 * A puzzle with what players made of it, as far as the server has said it: one from the lists that the page keeps has
 * nothing of that.
 */
export type ShownPuzzle = Puzzle & Partial<PublicPuzzle>

/** An attempt as the page reports it. */
export type AttemptReport = NewAttempt & Required<Pick<NewAttempt, 'helped' | 'rated' | 'ms' | 'at'>>
/** What has become of an attempt. */
export type AttemptResult = SettledAttempt

export type RunKind = NewRun['kind']
/** Answers to puzzles of a run, by its ID; the server counts those that it has once. */
export type RunReport = RunAnswers & { id: string }
/** A run as the server counts it, with its next puzzles. */
export type RunState = Pick<Counted, 'id' | 'answered' | 'over'> & { puzzles: ShownPuzzle[] }

export const mixed = 'mixed'

export const daily = (): Promise<ShownPuzzle> => call('GET', '/puzzles/daily').then((d) => d.puzzle)

/** What the page asks in the background. */
export const puzzleApi = {
  attempts: (attempts: AttemptReport[]) => call('POST', '/puzzles/attempts', { body: { attempts } }),
  beginRun: (kind: RunKind, variant: string): Promise<RunState> =>
    call('POST', '/puzzles/runs', { body: { kind, variant } }),
  answerRun: ({ id, ...body }: RunReport): Promise<RunState> =>
    call('POST', '/puzzles/runs/{run}/answers', { path: { run: id }, body }),
  /** The lists of puzzles, with those of each that are not given out now. */
  packs: () => call('GET', '/puzzles/packs'),
  /** Returns the list of a variant's puzzles, as text. */
  pack: async (variant: string) => (await request(`/api/puzzles/packs/${encodeURIComponent(variant)}`)).text(),
}
