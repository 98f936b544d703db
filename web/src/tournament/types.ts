// The messages of tournaments, which are generated from Go's, with names of their values.

import type { Tournament, TournamentState } from '../net/types'

export type {
  JoinTournament,
  MyTournament,
  NewTournament,
  Tournament,
  TournamentCount,
  TournamentGame,
  TournamentPlayer,
  TournamentRound,
  TournamentScore,
  TournamentState,
  Tournaments,
} from '../net/types'

export type System = Tournament['system']
export type TieBreak = TournamentState['tieBreaks'][number]
