// Tournaments for tests.

import type { MyTournament, TournamentPlayer, TournamentState } from './types'

export const player = (number: number, more: Partial<TournamentPlayer> = {}): TournamentPlayer => ({
  number,
  rank: number,
  name: `P${number}`,
  score: 0,
  tieBreaks: [],
  sheet: [],
  ...more,
})

export const mine = (more: Partial<MyTournament> = {}): MyTournament => ({
  joined: true,
  games: [],
  may: false,
  ...more,
})

export const tournament = (more: Partial<TournamentState> = {}): TournamentState => ({
  id: 't',
  system: 'arena',
  name: 'Arena',
  variant: 'shrink',
  title: 'Shrink Chess',
  control: { base: 180_000, increment: 2000 },
  rated: true,
  status: 'started',
  created: 0,
  starts: 0,
  players: 12,
  limit: 1000,
  seq: 1,
  now: 0,
  from: 0,
  standings: [],
  tieBreaks: ['performance'],
  live: [],
  count: { games: 0, white: 0, black: 0, draws: 0, playing: 0, berserk: 0 },
  ...more,
})
