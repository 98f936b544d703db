// Whether the chat is open.

import { MediaQuery } from 'svelte/reactivity'
import { prefs } from '../ui/prefs.svelte'

// Where it would take the place of the moves, the chat opens on demand.
const roomy = new MediaQuery('(min-width: 900px) and (min-height: 880px)')

/** Reports whether the chat is open. */
export const isOpen = (): boolean => prefs.chat === 'open' || (prefs.chat === 'auto' && roomy.current)
