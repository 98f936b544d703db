// Correspondence games in the order in which their player should look at them.

import { call } from '../net/api'
import type { Game } from '../net/types'

/** Reports whether it is the user's turn. */
export const myTurn = (g: Pick<Game, 'turn' | 'white' | 'black'>): boolean => !!g[g.turn].you

const hour = 3_600_000 // ms

/**
 * Reports whether others may like to watch an unfinished game: both have moved, and no user has left the computer alone.
 */
export const watchable = (g: Pick<Game, 'ply' | 'white' | 'black' | 'updated'>, now = Date.now()): boolean =>
  g.ply > 1 && (!(g.white.level || g.black.level) || now - g.updated < hour)

/**
 * Returns a player's unfinished games: those where it is the player's turn first, the least time first, then those
 * without an opponent.
 */
export function ordered(games: Game[]): Game[] {
  const rank = (g: Game) => (g.status === 'waiting' ? 2 : myTurn(g) ? 0 : 1)
  return [...games].sort((a, b) => rank(a) - rank(b) || (a.due ?? Infinity) - (b.due ?? Infinity) || 0)
}

/** Returns the correspondence games of a list: those where it is the user's turn first, the least time first. */
export function byTurn(games: Game[]): Game[] {
  return games
    .filter((g) => g.control.days && g.status === 'live')
    .sort((a, b) => Number(myTurn(b)) - Number(myTurn(a)) || (a.due ?? 0) - (b.due ?? 0))
}

/** Asks for the user's correspondence games. */
export const correspondence = async (): Promise<Game[]> =>
  byTurn(await call('GET', '/games', { query: { mine: true, status: 'live', limit: 100 } }))

/** Returns the next game where it is the user's turn, after the one that is open. */
export const next = (games: Game[], open: string): Game | undefined => games.find((g) => g.id !== open && myTurn(g))
