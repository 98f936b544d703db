// The channels: their answer changes with games, not with moves, which the socket brings.

import { call, type Answer } from '../net/api'
import { follow, onChange } from '../net/load.svelte'

type Watched = Answer<'GET', '/watch'>

/** Follows all channels. */
export const watched = (then?: (now: Watched) => void) =>
  follow(onChange, (signal, last?: Watched) => call('GET', '/watch', { query: { since: last?.version }, signal }), {
    then,
  })
