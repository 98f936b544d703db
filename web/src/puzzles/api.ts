// The server's API of puzzles.

import { ApiError, call, errorText, problem } from '../lib/api'
import { query } from '../lib/links'
import type {
  NewAttempt,
  PuzzleAttempt,
  PuzzleHistory,
  PuzzleStanding,
  Puzzle as PublicPuzzle,
  RunAnswers,
  Runs,
  RunState as Counted,
  SettledAttempt,
} from '../lib/types'
import type { Filter, Puzzle } from './puzzle'

export type { Flaw, PuzzleHistory as History, PuzzleRun as Run, PuzzleStanding as Standing, RunAnswer, RunLeader as Leader, Runs } from '../lib/types'

/** A puzzle with what players made of it, as far as the server has said it: one from the lists that the page keeps has nothing of that. */
export type ShownPuzzle = Puzzle & Partial<PublicPuzzle>

/** An attempt as the page reports it. */
export type AttemptReport = NewAttempt & Required<Pick<NewAttempt, 'helped' | 'rated' | 'ms' | 'at'>>
/** What has become of an attempt. */
export type AttemptResult = SettledAttempt
/** A player's first attempt at a puzzle. */
export type HistoryEntry = PuzzleAttempt

export type RunKind = 'streak' | 'storm'
/** Answers to puzzles of a run, by its ID; the server counts those that it has once. */
export type RunReport = RunAnswers & { id: string }
/** A run as the server counts it, with its next puzzles. */
export type RunState = Pick<Counted, 'id' | 'answered' | 'over'> & { puzzles: ShownPuzzle[] }

const part = encodeURIComponent
export const mixed = 'mixed'

export const puzzleApi = {
  daily: () => call<{ day: string; puzzle: ShownPuzzle }>('GET', '/puzzles/daily').then((d) => d.puzzle),
  get: (id: string) => call<ShownPuzzle>('GET', `/puzzles/${part(id)}`),
  next: (f: Filter) => call<ShownPuzzle>('GET', '/puzzles/next' + query({ variant: f.variant, theme: f.theme, goal: f.goal })),
  attempts: (attempts: AttemptReport[]) => call<AttemptResult[]>('POST', '/puzzles/attempts', { attempts }),
  vote: (id: string, vote: number) => call<unknown>('POST', `/puzzles/${part(id)}/vote`, { vote }),
  report: (id: string, reason: string, text: string) => call<unknown>('POST', `/puzzles/${part(id)}/report`, { reason, text }),
  me: (variant: string) => call<PuzzleStanding>('GET', '/puzzles/me' + query({ variant })),
  history: (variant: string, before?: number) => call<PuzzleHistory>('GET', '/puzzles/me/history' + query({ variant, before: before?.toString() })),
  beginRun: (kind: RunKind, variant: string) => call<RunState>('POST', '/puzzles/runs', { kind, variant }),
  answerRun: ({ id, ...answers }: RunReport) => call<RunState>('POST', `/puzzles/runs/${part(id)}/answers`, answers),
  runs: (kind: RunKind, variant: string) => call<Runs>('GET', '/puzzles/runs' + query({ kind, variant })),
  publish: (variant: string, fen: string, note: string) => call<ShownPuzzle>('POST', '/puzzles', { variant, fen, note }),
  remove: (id: string) => call<unknown>('DELETE', `/puzzles/${part(id)}`),
  /** The lists of puzzles, with those of each that are not given out now. */
  packs: () => call<{ variant: string; idle: string[] }[]>('GET', '/puzzles/packs'),
  /** Returns the list of a variant's puzzles, as text. */
  async pack(variant: string): Promise<string> {
    let answer: Response
    try {
      answer = await fetch(`/api/puzzles/packs/${part(variant)}`)
    } catch (e) {
      throw new ApiError(0, 'offline', String(e))
    }
    if (!answer.ok) throw await problem(answer)
    return answer.text()
  },
}

export { errorText }
