// The crosstable of a round robin, from the sheets of its players.

import type { TournamentPlayer, TournamentScore } from './types'

/** The most players of whom there is a crosstable. */
export const widest = 16

export interface Row {
  player: TournamentPlayer
  /** The results against each player, in the order of the rows; null: the player itself. */
  cells: (TournamentScore[] | null)[]
}

/** Returns the rows of the crosstable in the order of the players. */
export function crosstable(players: readonly TournamentPlayer[]): Row[] {
  return players.map((player) => ({
    player,
    cells: players.map((other) =>
      other.number === player.number ? null : player.sheet.filter((s) => s.opponent === other.number),
    ),
  }))
}
