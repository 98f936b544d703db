// What teaches the games, as package learn has it in Go. Texts that are Markdown
// there come as HTML.

export interface Course {
  variant: string
  title: string
  rules: Section[]
  boards: TryBoard[]
  lesson?: Lesson
  games: AnnotatedGame[]
}
export interface Section {
  slug: string
  title: string
  text: string
}
export interface TryBoard {
  id: string
  after: string
  title: string
  text: string
  variant: string
  fen?: string
  moves?: string[]
  try?: Try[]
  flip?: boolean
}
export interface Try {
  moves: string[]
  san: string[]
  text?: string
}

export interface Lesson {
  title: string
  intro: string
  steps: LessonStep[]
  end: string
}
export interface LessonStep {
  title: string
  text: string
  variant: string
  fen?: string
  moves?: string[]
  task: string
  goal: Goal
  replies?: Record<string, string>
  wrong?: WrongTry[]
  otherwise: string
  hint: string
  done: string
  solution?: string[]
}
export interface Goal {
  moves?: string[]
  kind?: string
  count?: number
  within?: number
}
export interface WrongTry {
  moves: string[]
  text: string
}
/** What is to be said of the learner's last move; why is the number of an entry of wrong, from 1. */
export interface Verdict {
  state: 'done' | 'on' | 'wrong'
  reply?: string
  why?: number
}

export interface AnnotatedGame {
  name: string
  title: string
  variant: string
  white: string
  black: string
  credit: string
  annotator?: string
  source: GameSource
  intro: string
  fen?: string
  result: string
  reason?: string
  plies: number
  moves: AnnotatedMove[]
  pgn: string
}
export interface GameSource {
  name: string
  url?: string
}
export interface AnnotatedMove {
  move: string
  san: string
  number: number
  black?: boolean
  nags?: number[]
  before?: string
  text?: string
  variations?: AnnotatedMove[][]
}
