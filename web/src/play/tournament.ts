// What a game has of the tournament that it belongs to.

import type { Color, Game } from '../net/types'

/**
 * Reports whether the player of a color may halve the own time: before its first move, once, where the tournament
 * allows it.
 */
export function mayBerserk(game: Game, color: Color | null, plies: number): boolean {
  return (
    !!game.berserk && !!color && game.status === 'live' && !game[color].berserk && plies <= (color === 'white' ? 0 : 1)
  )
}
