// What the server says of finished games and openings, as JSON.
// internal/live/protocol has the same in Go; a test compares the two.

import type { Game } from '../lib/types'

export interface Archived {
  game: Game
  ended: number
}
export interface ArchivePage {
  games: Archived[]
  next?: string
}

export interface Tally {
  games: number
  white: number
  draws: number
  black: number
  plies: number
}
export interface ExploredMove {
  move: string
  san: string
  tally: Tally
  here: number
  game?: string
  last?: number
}
export interface Explored {
  variant: string
  fen: string
  depth: number
  starter: number
  total: Tally
  ended: Tally
  moves: ExploredMove[]
  recent: Archived[]
}
export type Source = 'all' | 'server' | 'engine'
