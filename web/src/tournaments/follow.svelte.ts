// A tournament as the page follows it: each request waits at the server for a change.

import { ApiError } from '../lib/api'
import { tournaments } from './api'
import type { TournamentState } from './types'

const least = 500 // ms between two answers: where many games end, not each is a request
const firstDelay = 2000 // ms
const maxDelay = 8000 // ms
const patience = 40_000 // ms until a request counts as lost; the server answers after 25 s

export const perPage = 50

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

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
  #round = 0 // counts the loops: only the last one continues
  #request: AbortController | undefined

  constructor(
    readonly id: string,
    private readonly onstate: (now: TournamentState, before: TournamentState | null) => void = () => {},
    private readonly ask: typeof tournaments.state = tournaments.state,
    private readonly now: () => number = Date.now,
  ) {}

  /** Starts following. Returns a function that stops it. */
  open(): () => void {
    this.#open = true
    void this.#loop()
    return () => {
      this.#open = false
      this.#round++
      this.#request?.abort()
    }
  }

  /** Asks again at once, as when the network has come back. */
  again(): void {
    void this.#loop()
  }

  /** Shows another part of the standings. */
  show(from: number): void {
    this.from = from
    void this.#loop()
  }

  /** Takes the answer to an action of the user. */
  take(answer: TournamentState): void {
    if (!this.#open) return // the user has gone elsewhere meanwhile
    const shown = this.state
    this.#accept(shown ? { ...answer, from: shown.from, standings: answer.from === shown.from ? answer.standings : shown.standings } : answer)
    void this.#loop()
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

  async #loop(): Promise<void> {
    if (
      !this.#open ||
      this.trouble === 'missing' ||
      (this.state && (this.state.status === 'finished' || this.state.status === 'canceled') && this.state.from === this.from)
    )
      return
    const round = ++this.#round
    this.#request?.abort()
    let since: number | undefined
    let delay = firstDelay
    while (round === this.#round) {
      const request = (this.#request = new AbortController())
      const timer = setTimeout(() => request.abort(), patience)
      try {
        const answer = await this.ask(this.id, { from: this.from, since }, request.signal)
        if (round !== this.#round) return
        this.#accept(answer)
        if (answer.status === 'finished' || answer.status === 'canceled') return
        since = Math.max(answer.seq, this.state?.seq ?? 0)
        delay = firstDelay
        await pause(least)
      } catch (e) {
        if (round !== this.#round) return
        if (e instanceof ApiError && e.status === 404) {
          this.trouble = 'missing'
          this.state = null
          return
        }
        if (this.state) this.stale = true
        else this.trouble = 'failed'
        await pause(delay)
        delay = Math.min(maxDelay, 2 * delay)
      } finally {
        clearTimeout(timer)
      }
    }
  }
}
