// A tournament as the page follows it: each request waits at the server for a change.

import { ApiError } from '../lib/api'
import { Poll } from '../lib/poll'
import { tournaments } from './api'
import type { TournamentState } from './types'

export const perPage = 50

export class Follow {
  /** What the server said last. */
  state = $state.raw<TournamentState | null>(null)
  /** What is shown may be out of date. */
  stale = $state(false)
  /** Why nothing is shown. */
  trouble = $state<'missing' | 'failed' | null>(null)
  /** The index of the first player that is shown; −1: the page of the user. */
  from = $state(0)
  /** How far the server's clock is ahead of the browser's, in ms. */
  ahead = $state(0)

  #open = false
  #poll = new Poll(8000)

  constructor(
    readonly id: string,
    private readonly onstate: (now: TournamentState, before: TournamentState | null) => void = () => {},
    private readonly ask: typeof tournaments.state = tournaments.state,
    private readonly now: () => number = Date.now,
  ) {}

  /** Starts following. Returns a function that stops it. */
  open(): () => void {
    this.#open = true
    this.#loop()
    return () => {
      this.#open = false
      this.#poll.stop()
    }
  }

  /** Asks again at once, as when the network has come back. */
  again(): void {
    this.#loop()
  }

  /** Shows another part of the standings. */
  show(from: number): void {
    this.from = from
    this.#loop()
  }

  /** Takes the answer to an action of the user. */
  take(answer: TournamentState): void {
    if (!this.#open) return // the user has gone elsewhere meanwhile
    const shown = this.state
    this.#accept(shown ? { ...answer, from: shown.from, standings: answer.from === shown.from ? answer.standings : shown.standings } : answer)
    this.#loop()
  }

  #accept(answer: TournamentState): void {
    const before = this.state
    if (before && answer.seq < before.seq) return // another node has not heard of the change yet
    this.state = answer
    this.ahead = answer.now - this.now()
    this.stale = false
    this.trouble = null
    this.onstate(answer, before)
  }

  #loop(): void {
    const ended = (t: TournamentState) => t.status === 'finished' || t.status === 'canceled'
    if (!this.#open || this.trouble === 'missing' || (this.state && ended(this.state) && this.state.from === this.from)) return
    let since: number | undefined
    void this.#poll.start(
      (signal) => this.ask(this.id, { from: this.from, since }, signal),
      (answer) => {
        this.#accept(answer)
        since = Math.max(answer.seq, this.state?.seq ?? 0)
        return !ended(answer)
      },
      (e) => {
        if (e instanceof ApiError && e.status === 404) {
          this.trouble = 'missing'
          this.state = null
          return false
        }
        if (this.state) this.stale = true
        else this.trouble = 'failed'
        return true
      },
    )
  }
}
