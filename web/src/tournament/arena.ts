// The arena in which the user plays, as this browser remembers it: on other pages the user is not paired there, and
// hears of that.

import { isRecord, local } from '../net/stored'
import { pairsNoMore } from './status'
import type { TournamentState } from './types'

const key = 'wane-arena'
/** After how long without a page that follows the arena the user hears of it, in ms: a request waits up to 25 s. */
const patience = 30_000
const leaving = 25_000 // so soon after its page was left

export interface Joined {
  id: string
  account: string
  /** When a page last followed it. */
  at: number
}

const isJoined = (v: unknown): v is Record<string, unknown> & Joined =>
  isRecord(v) && typeof v['id'] === 'string' && typeof v['account'] === 'string' && typeof v['at'] === 'number'

/** Reports whether an arena pairs the user, or will after the game. */
const plays = (t: TournamentState) =>
  t.system === 'arena' && t.status === 'started' && !!t.mine?.joined && !t.mine.out && !pairsNoMore(t, t.now)

/** Remembers an arena that a page follows, and forgets one in which the user does not play any more. */
export function followed(t: TournamentState, account: string | undefined, now = Date.now()): void {
  if (account && plays(t)) local.write(key, { id: t.id, account, at: now } satisfies Joined)
  else forget(t.id)
}

/** Notes that a page does not follow an arena any more. Another one may. */
export function left(id: string): void {
  const j = local.read(key, isJoined)
  if (j?.id === id) local.write(key, { ...j, at: j.at - leaving })
}

export function forget(id: string): void {
  if (local.read(key, isJoined)?.id === id) local.setItem(key, null)
}

/** Returns the arena of the user that no page follows. */
export function unattended(account: string | undefined, now = Date.now()): string | undefined {
  const j = local.read(key, isJoined)
  return j && j.account === account && now - j.at > patience ? j.id : undefined
}

/** Reports whether an arena goes on without the user: it would pair a page that follows it. */
export const goesOn = (t: TournamentState): boolean => plays(t) && !t.mine!.games.length
