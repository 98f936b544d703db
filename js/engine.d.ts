import type { Board } from './index.js'

/** A board, or a variant with a FEN (the start if there is none) and UCI moves from there. */
export type Position = Board | { variant: string; fen?: string; moves?: string | Iterable<string> }

/** Without a limit, a search runs until stop(). */
export interface Limits {
  /** Plies. */
  depth?: number
  nodes?: number
  /** Milliseconds for this move. */
  movetime?: number
  /** Lines to report, 1–5. */
  multipv?: number
  /** Transposition table in MB, at most 256. */
  hash?: number
  /** Plays as a level does, 1–8, whose moves the seed varies. */
  level?: number
  seed?: number
  /** What the clock of the side to move shows, and what a move adds, in milliseconds. */
  time?: number
  increment?: number
  /** Clears the transposition table first. */
  newgame?: boolean
}

export interface Line {
  /** For White: centipawns, or a mate in so many moves, negative if Black mates. */
  score: { cp?: number; mate?: number }
  pv: string[]
  san: string[]
  numbers: string[]
}

export interface Info {
  depth: number
  seldepth: number
  nodes: number
  nps: number
  /** Milliseconds. */
  time: number
  lines: Line[]
}

export interface Found extends Partial<Info> {
  lines: Line[]
  /** The best move as UCI; null if the game is over. */
  bestMove: string | null
  /** The expected answer. */
  ponder: string | null
  /** Of a game that is over. */
  result?: string
  reason?: string
}

/** What the tablebases know: the result for the side to move, and of each legal move for the side that makes it. */
export interface TableResult {
  result: 'win' | 'draw' | 'loss'
  /** Plies to mate with best play; 0 in a draw. */
  dtm: number
  moves: { uci: string; san: string; result: 'win' | 'draw' | 'loss'; dtm: number }[]
}

/** The engine, in a worker. One search runs at a time: another command ends it, and its promise rejects. */
export class Engine {
  static start(): Promise<Engine>
  search(position: Position, limits?: Limits, onInfo?: (info: Info) => void): Promise<Found>
  /** Looks a position up in the built-in tablebases. Rejects if it is not in them. */
  probe(position: Position): Promise<TableResult>
  /** Ends the search. Its promise resolves with what was found. */
  stop(): void
  /** Ends the worker. */
  dispose(): void
}
