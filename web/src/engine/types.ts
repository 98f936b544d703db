// What the page and the engine in its worker say to each other, as JSON.
// internal/page/engineworker has the same in Go, and says how the two talk; a test compares
// them.

/** What the page wants. */
export interface EngineOrder {
  t: 'think' | 'stop'
  id: number
  variant?: string
  fen?: string
  moves?: string[]
  lines?: number
  depth?: number
  nodes?: number
  time?: number
  hash?: number
  fresh?: boolean
}

/** What the engine tells. */
export interface EngineAnswer {
  t: 'ready' | 'thought' | 'done' | 'over' | 'error' | 'failed'
  id: number
  thought?: Thought
  more?: boolean
  result?: string
  reason?: string
  text?: string
}

/** What the engine thinks about a position: depth and seldepth in plies, time in ms. */
export interface Thought {
  depth: number
  seldepth: number
  nodes: number
  nps: number
  time: number
  lines: ThoughtLine[]
}

/** A line in UCI and in short algebraic, with what stands before each move in print. */
export interface ThoughtLine {
  score: ThoughtScore
  pv: string[]
  san: string[]
  numbers: string[]
}

/** From White's view: centipawns, or a mate in so many moves. */
export interface ThoughtScore {
  cp?: number
  mate?: number
}
