import { other } from '../lib/record'
import type { Game, Presence, Side } from '../lib/types'

const free = 2 // plies before which a game is aborted, not claimed

/**
 * In how many ms a game may be claimed from an opponent who has left: 0 for now,
 * null if he is here, does not keep one waiting, or the game knows no claims. The
 * server decides; this is for showing.
 */
export function claimIn(game: Game | null, side: Side | null, presence: Presence | null, plies: number, serverNow: number): number | null {
  if (!game || !side || !presence || game.status !== 'live' || !game.claimAfter || game.turn === side || plies < free) return null
  const them = other(side)
  const gone = them === 'white' ? presence.whiteAway : presence.blackAway
  if (game[them].level || presence[them] || !gone) return null
  return Math.max(0, gone + game.claimAfter - serverNow)
}
