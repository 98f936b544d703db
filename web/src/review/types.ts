// The review of a game, as the server tells it (package internal/live/review). All
// scores and chances are White's.

import type { Color } from '../lib/types'

export interface ReviewState {
  status: 'none' | 'waiting' | 'running' | 'done' | 'failed'
  level?: 'quick' | 'thorough'
  done: number // positions that have been looked at
  of: number
  fault?: string
  result?: ReviewReport // may be of a lesser level than the one that is being made
}

export interface ReviewReport {
  format: number
  level: 'quick' | 'thorough'
  nodes: number
  points: ReviewPoint[] // before the first move, and after each
  moves: ReviewMove[]
  white: ReviewAccount
  black: ReviewAccount
}

export interface ReviewPoint {
  cp?: number // centipawns
  mate?: number // in so many moves, negative if Black mates
  chance: number // the points that the game is worth for White, 0 to 1
  over?: boolean // the game has ended here by its rules
  line: string[] // what the engine would play, in UCI
  san: string[] // the same in short algebraic
}

export interface ReviewMove {
  ply: number // from 1
  number: number
  side: Color
  san: string
  best?: boolean // what the engine would have played
  loss: number // of winning chances, 0 to 1
  accuracy: number // 0 to 100
  nag?: number // 6 inaccuracy, 2 mistake, 4 blunder
  missed?: number // the mover had a mate in so many, and has none any more
}

export interface ReviewAccount {
  moves: number
  accuracy?: number // 0 to 100; none without moves
  loss: number // centipawns a move
  inaccuracies: number
  mistakes: number
  blunders: number
  missed: number // mates
}
