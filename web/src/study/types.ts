// Annotated games as the rules read and write them. internal/page/study has the same
// in Go; a test compares the two.

export interface StudyGame {
  variant: string
  title: string
  fen: string
  tags: StudyTag[]
  result: string
  root: StudyNode
}
export interface StudyTag {
  name: string
  value: string
}

/** A move with what is said about it, or the root, whose move is empty. The first child continues the line. */
export interface StudyNode {
  move: string
  san: string
  before?: string
  after?: string
  nags?: number[]
  arrows?: StudyArrow[]
  circles?: StudyCircle[]
  eval?: StudyEval
  children: StudyNode[]
}
/** Squares bear their names in the position after the node's move. */
export interface StudyArrow {
  from: string
  to: string
  color: Brush
}
export interface StudyCircle {
  at: string
  color: Brush
}
export type Brush = 'green' | 'red' | 'blue' | 'yellow'
/** White's view: centipawns, or moves to mate. */
export interface StudyEval {
  cp?: number
  mate?: number
  depth?: number
}

/** What came of a text. */
export interface StudyReading {
  games: StudyGame[]
  warnings: StudyWarning[]
  error?: StudyProblem
}
export interface StudyWarning {
  line: number
  column: number
  text?: string
  problem: string
}
export interface StudyProblem {
  says: string
  line?: number
  column?: number
  move?: string
  text?: string
  wrong: string
  want?: string
  legal?: string[]
  correct?: string
  elsewhere?: string[]
}
