// How a finished game has ended for the user.

import type { Color, Game } from '../net/types'

export type Ended = 'won' | 'lost' | 'drawn' | 'none'

/** Returns the color of the user in a game; undefined for both and for none. */
export const colorIn = ({ white, black }: Pick<Game, 'white' | 'black'>): Color | undefined =>
  !!white.you === !!black.you ? undefined : white.you ? 'white' : 'black'

export function endedFor(game: Pick<Game, 'white' | 'black' | 'result'>): Ended {
  const mine = colorIn(game)
  if (game.result === '1/2-1/2') return 'drawn'
  if (!mine || !/^(1-0|0-1)$/.test(game.result ?? '')) return 'none'
  return (game.result === '1-0') === (mine === 'white') ? 'won' : 'lost'
}
