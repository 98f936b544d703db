// What screen readers announce about a tournament.

import { news as words, own } from './text'
import { gameToOpen } from './status'
import type { TournamentState } from './types'

/** Returns what has happened between two states, except for the user's rank. */
export function newsOf(before: TournamentState | undefined, now: TournamentState): string[] {
  if (!before) return []
  const said: string[] = []
  if (before.status !== now.status && now.status !== 'created') said.push(words[now.status])
  if ((now.round ?? 0) > (before.round ?? 0) && now.system !== 'round-robin') said.push(words.paired(now.round!))
  if (gameToOpen(before, now)) said.push(own.game)
  return said
}

const every = 30_000 // ms between two ranks

/** Says the user's rank when it has changed, at most every 30 seconds. */
export class RankNews {
  #said: number | undefined // the rank that the user knows
  #at = -Infinity

  /** Returns the announcement, if any, at a time in ms. */
  of(t: TournamentState, at: number): string | undefined {
    const rank = t.status === 'started' ? t.mine?.player?.rank : undefined
    if (rank === undefined || rank === this.#said) return undefined
    const first = this.#said === undefined
    if (!first && at - this.#at < every) return undefined
    this.#said = rank
    this.#at = at
    return first ? undefined : words.rank(rank, t.players)
  }
}
