// How long a player has waited for the opponent's move, and whose time has run out.

import { left, type Snapshot } from './clock'
import { other } from '../rules/record'
import type { Socket } from '../net/socket.svelte'
import type { Event, Game, Presence, Color } from '../net/types'

const abortablePlies = 2 // a game with fewer plies is aborted, not claimed

/**
 * Returns in how many ms the player can claim a game that the opponent has left, or null if
 * the opponent is present or not to move, or the game has no claims. The server decides.
 */
export function claimIn(
  game: Game | null,
  color: Color | null,
  presence: Presence | null,
  plies: number,
  serverNow: number,
): number | null {
  if (
    !game ||
    !color ||
    !presence ||
    game.status !== 'live' ||
    !game.claimAfter ||
    game.turn === color ||
    plies < abortablePlies
  )
    return null
  const them = other(color)
  const gone = them === 'white' ? presence.whiteAwaySince : presence.blackAwaySince
  if (game[them].level || presence[them] || !gone) return null
  return Math.max(0, gone + game.claimAfter - serverNow)
}

/** Returns in how many ms the running clock runs out, or null if no clock runs. */
export function runsOut(times: Snapshot | null, now: number): number | null {
  return times?.running ? left(times, times.running, Math.max(now, times.at)) : null
}

/** Milliseconds after which the computer counts as unresponsive; it thinks for a few seconds at most. */
export const silentAfter = 25_000

/** Returns for how many ms a connected page has received no event of a game; now is by the monotonic clock. */
export function waited(
  { times, events }: { times: Snapshot | null; events: Event[] },
  link: Pick<Socket, 'state' | 'since'>,
  now: number,
): number {
  const last = events.at(-1)
  if (!times || !last || link.state !== 'open') return 0
  return Math.max(0, Math.min(times.now + (now - times.at) - last.at, now - link.since))
}
