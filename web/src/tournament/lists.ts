// The lists of tournaments, kept up to date while a page is in view.

import { call } from '../net/api'
import { follow } from '../net/load.svelte'

const every = 30_000 // ms between looks

/** Follows the lists of a variant, or all; now is when they were looked at. */
export const lists = (variant: () => string) =>
  follow(
    every,
    () =>
      call('GET', '/tournaments', { query: { variant: variant() } }).then((found) => ({ ...found, now: Date.now() })),
    { clear: true },
  )
