// A tournament as the page follows it, also in the background, since games open by themselves. An arena pairs players
// whose pages follow it, so a page that has been hidden for a while does not, until it is visible again.

import { Load, onChange } from '../net/load.svelte'
import { user } from '../net/me.svelte'
import { tournaments } from './api'
import { followed, left } from './arena'
import type { TournamentState } from './types'

export const perPage = 50
/** How long a hidden page follows an arena that would pair the user, in ms. */
const patience = 60_000

const pairs = (t: TournamentState | undefined) =>
  t?.system === 'arena' && t.status === 'started' && !!t.mine?.joined && !t.mine.out && !t.mine.games.length
const ended = (t: TournamentState) => t.status === 'finished' || t.status === 'canceled'

export class Follow extends Load<TournamentState | undefined> {
  /** How far the server's clock is ahead of the browser's, in ms. */
  ahead = $state(0)

  /** From is the index of the first player that is shown; −1: the page of the user. */
  constructor(
    private readonly id: string,
    from = () => 0,
    onstate: (now: TournamentState, before: TournamentState | undefined) => void = () => {},
    ask = tournaments.state,
  ) {
    let hidden = Infinity // since when
    const rests = (last: TournamentState | undefined) => {
      hidden = globalThis.document?.hidden ? Math.min(hidden, Date.now()) : Infinity
      return pairs(last) && Date.now() - hidden > patience
    }
    super(
      (signal, last) => (rests(last) ? undefined : ask(id, { from: from(), since: last?.seq }, signal)),
      undefined,
      {
        insist: true,
        hidden: true,
        every: (t) => (ended(t) ? undefined : onChange),
        // Another node may not have heard of the last change yet.
        merge: (answer, before) => (before && answer.seq < before.seq ? before : answer),
        then: (now, before) => {
          user.tournament = now.name
          followed(now, user.account?.name)
          if (now === before) return
          this.ahead = now.now - Date.now()
          onstate(now, before)
        },
      },
    )
  }

  override start(): () => void {
    const stop = super.start()
    return () => {
      user.tournament = ''
      left(this.id)
      stop()
    }
  }

  /** Takes the answer to an action of the user; the part of the standings that is shown stays. */
  override take(answer: TournamentState): void {
    const shown = this.value
    super.take(
      !shown || answer.from === shown.from ? answer : { ...answer, from: shown.from, standings: shown.standings },
    )
  }
}
