// The names of players of a tournament.

import { seat, type Who } from '../ui/player.text'
import { figure, standings as words } from './text'
import type { TieBreak, TournamentPlayer } from './types'

/** Returns the name of a player in a text. */
export const nameOf = (p: Who): string => (p.name ? seat(p) : words.deleted)

/** Returns a tie-break as it is shown. */
export const tieOf = (kind: TieBreak | undefined, n: number | undefined): string =>
  n === undefined || (kind === 'performance' && !n) ? '–' : kind === 'performance' ? String(Math.round(n)) : figure(n)

/** Returns the names by number, of all players that the page has seen. */
export function remember(
  known: ReadonlyMap<number, string>,
  players: readonly TournamentPlayer[],
): Map<number, string> {
  const next = new Map(known)
  for (const p of players) next.set(p.number, nameOf(p))
  return next
}
