// The server's API of puzzles.

import { ApiError, call, errorText, problem } from '../lib/api'
import { query } from '../lib/links'
import type { Filter, Puzzle } from './puzzle'

export interface PlayerRating {
  rating: number
  provisional?: boolean
}

/** A puzzle with what players made of it. */
export interface ShownPuzzle extends Puzzle {
  /** How many players have tried it, and how many have solved it at their first attempts. */
  tried?: number
  solved?: number
  /** Of a puzzle that is not given out: it waits for an operator, or was found wrong. */
  state?: 'resting' | 'removed'
  /** A player has published it: attempts change no ratings. */
  composed?: boolean
  author?: string
  note?: string
  /** For an attempt. */
  ticket?: string
  votes?: { up: number; down: number }
  mine?: { vote: number; attempt?: HistoryEntry }
}

/** An attempt as the page reports it. */
export interface AttemptReport {
  /** Chosen by the page, so that an attempt sent twice counts once. */
  id: string
  puzzle: string
  /** Of the solver, in UCI; the last one may be wrong. */
  moves: string[]
  helped: boolean
  rated: boolean
  /** That came with the puzzle: without it the attempt is not rated. */
  ticket?: string
  ms: number
  at: number
}

/** What has become of an attempt. */
export interface AttemptResult {
  id: string
  puzzle?: string
  /** There is no such puzzle. */
  unknown?: boolean
  /** The player had tried the puzzle before: the rest is about the first attempt. */
  repeat?: boolean
  right: boolean
  counted: boolean
  /** It was to be rated, and is not: the server did not give this puzzle to the player. */
  notGiven?: boolean
  before: PlayerRating
  after: PlayerRating
  puzzleRating: number
}

/** A player's first attempt at a puzzle. */
export interface HistoryEntry {
  seq: number
  puzzle: string
  variant: string
  fen?: string
  themes?: string[]
  at: number
  right: boolean
  helped?: boolean
  counted: boolean
  before: PlayerRating
  after: PlayerRating
  puzzleRating: number
}

export interface History {
  attempts: HistoryEntry[]
  /** Where the next page begins; missing at the end. */
  next?: number
}

export interface Strength {
  theme: string
  tried: number
  right: number
  performance: number
}

export interface Standing extends PlayerRating {
  games: number
  solved: number
  /** The weakest first. */
  strengths: Strength[]
}

export type RunKind = 'streak' | 'storm'
/** What a player has done with a puzzle of a run. */
export interface RunAnswer {
  /** Of the solver, in UCI; the last one may be wrong. */
  moves: string[]
  /** Once in a streak. */
  skipped?: boolean
}
/** Answers to puzzles of a run; the server counts those that it has once. */
export interface RunReport {
  id: string
  /** How many answers came before. */
  first: number
  answers: RunAnswer[]
  /** The run ends after them. */
  end?: boolean
  /** How many puzzles the page has. */
  have?: number
}
/** A run as the server counts it, with its next puzzles. */
export interface RunState {
  id: string
  puzzles: ShownPuzzle[]
  answered: number
  over?: boolean
}
export interface Run {
  score: number
  wrong: number
  ms: number
  at: number
}
export interface Leader extends Run {
  name: string
  bot?: boolean
  you?: boolean
}
export interface Runs {
  mine: { day?: Run; week?: Run; ever?: Run }
  day: Leader[]
  week: Leader[]
  ever: Leader[]
}

export interface Flaw {
  kind: string
  text: string
  /** The moves that reach the goal, in UCI, after those of the line. */
  moves: string[]
  line: string[]
}

const part = encodeURIComponent
export const mixed = 'mixed'

export const puzzleApi = {
  daily: () => call<{ day: string; puzzle: ShownPuzzle }>('GET', '/puzzles/daily').then((d) => d.puzzle),
  get: (id: string) => call<ShownPuzzle>('GET', `/puzzles/${part(id)}`),
  next: (f: Filter) => call<ShownPuzzle>('GET', '/puzzles/next' + query({ variant: f.variant, theme: f.theme, goal: f.goal })),
  attempts: (attempts: AttemptReport[]) => call<AttemptResult[]>('POST', '/puzzles/attempts', { attempts }),
  vote: (id: string, vote: number) => call<unknown>('POST', `/puzzles/${part(id)}/vote`, { vote }),
  report: (id: string, reason: string, text: string) => call<unknown>('POST', `/puzzles/${part(id)}/report`, { reason, text }),
  me: (variant: string) => call<Standing>('GET', '/puzzles/me' + query({ variant })),
  history: (variant: string, before?: number) => call<History>('GET', '/puzzles/me/history' + query({ variant, before: before?.toString() })),
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
