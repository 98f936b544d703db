// Correspondence games in the order in which their player should look at them.

import { get } from '../lib/api'
import type { Game } from '../lib/types'

/** Reports whether it is the user's turn. */
export const myTurn = (g: Pick<Game, 'turn' | 'white' | 'black'>): boolean => !!g[g.turn].you

/** Returns the correspondence games of a list: those where it is the user's turn first, the least time first. */
export function byTurn(games: Game[]): Game[] {
  return games.filter((g) => g.control.days && g.status === 'live').sort((a, b) => Number(myTurn(b)) - Number(myTurn(a)) || (a.due ?? 0) - (b.due ?? 0))
}

/** Asks for the user's correspondence games. */
export const correspondence = async (): Promise<Game[]> => byTurn(await get<Game[]>('/games?mine=true&status=live&limit=100'))

/** Returns the next game where it is the user's turn, after the one that is open. */
export const next = (games: Game[], open: string): Game | undefined => games.find((g) => g.id !== open && myTurn(g))
