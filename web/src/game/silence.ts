// When the computer has been silent for so long that a person should be told.

import type { Snapshot } from '../lib/clock'
import type { Socket } from '../lib/socket.svelte'
import type { Event } from '../lib/types'

/** ms; the computer thinks for a few seconds at most. */
export const patience = 25_000

/**
 * For how long nothing has happened in a game, in ms, as far as one was connected
 * to hear of it; now is by the monotonic clock.
 */
export function waited({ times, events }: { times: Snapshot | null; events: Event[] }, link: Pick<Socket, 'state' | 'since'>, now: number): number {
  const last = events.at(-1)
  if (!times || !last || link.state !== 'open') return 0
  return Math.max(0, Math.min(times.now + (now - times.at) - last.at, now - link.since))
}
