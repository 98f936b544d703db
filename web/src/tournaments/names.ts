// The names of players of a tournament.

import { isolate } from '../text/common'
import { figure, standings as words } from '../text/tournaments'
import type { TieBreak, TournamentGame, TournamentPlayer } from './types'

/** Returns the name of a player in a text. */
export const nameOf = (p: { name?: string }): string => (p.name === undefined ? words.deleted : isolate(p.name))

/** Returns the name of a color's player in a game. */
export const nameIn = (g: TournamentGame, color: 'white' | 'black'): string => nameOf({ name: color === 'white' ? g.whiteName : g.blackName })

/** Returns a tie-break as it is shown. */
export const tieOf = (kind: TieBreak | undefined, n: number | undefined): string =>
  n === undefined || (kind === 'performance' && !n) ? '–' : kind === 'performance' ? String(Math.round(n)) : figure(n)

/** Returns the names by number, of all players that the page has seen. */
export function remember(known: ReadonlyMap<number, string>, players: readonly TournamentPlayer[]): Map<number, string> {
  const next = new Map(known)
  for (const p of players) next.set(p.number, nameOf(p))
  return next
}
