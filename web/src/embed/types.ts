// What boards on other sites are told. internal/live/server has the same in Go; a test
// compares the two.

import type { Game, Look, BoardView } from '../lib/types'

export interface Replay {
  variant: string
  title: string
  look: Look
  fen: string
  moves: string[]
  from: number
  views: BoardView[]
  game?: Game
}
