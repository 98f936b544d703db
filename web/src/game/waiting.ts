// What a player who waits for the opponent's move may be told.

import type { Snapshot } from '../lib/clock'
import { other } from '../lib/record'
import type { Socket } from '../lib/socket.svelte'
import type { Event, Game, Presence, Color } from '../lib/types'

const free = 2 // plies before which a game is aborted, not claimed

/**
 * In how many ms a game may be claimed from an opponent who has left: 0 for now,
 * null if the opponent is here, is not to move, or the game knows no claims. The
 * server decides; this is for showing.
 */
export function claimIn(game: Game | null, color: Color | null, presence: Presence | null, plies: number, serverNow: number): number | null {
  if (!game || !color || !presence || game.status !== 'live' || !game.claimAfter || game.turn === color || plies < free) return null
  const them = other(color)
  const gone = them === 'white' ? presence.whiteAwaySince : presence.blackAwaySince
  if (game[them].level || presence[them] || !gone) return null
  return Math.max(0, gone + game.claimAfter - serverNow)
}

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
