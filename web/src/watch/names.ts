// Who plays in a game that is watched.
import type { Game } from '../net/types'

/** Reports whether the user plays the game, and it goes on: then the opponent must not see the user as present. */
export const mine = (game: Game): boolean => game.status === 'live' && !!(game.white.you || game.black.you)
