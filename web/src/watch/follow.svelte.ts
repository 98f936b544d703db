// What changes on the server, followed by requests that wait there for the next change.

import { ApiError } from '../lib/api'
import { Poll } from '../lib/poll'

/** Asks for the current state, or once the version is another one. */
export type Ask<T> = (since: string | undefined, signal: AbortSignal) => Promise<T>

export class Follow<T extends { version: string }> {
  /** What the server said last. */
  found = $state.raw<T | null>(null)
  /** The last request failed: what is shown may be out of date. */
  stale = $state(false)
  /** There is no such thing. */
  missing = $state(false)

  #open = false
  #poll = new Poll(16_000)

  constructor(
    private readonly ask: Ask<T>,
    private readonly onfound: (now: T) => void = () => {},
  ) {}

  /** Follows while the page is visible. Returns a function that stops it. */
  open(): () => void {
    this.#open = true
    const look = () => this.#look()
    document.addEventListener('visibilitychange', look)
    addEventListener('online', look)
    this.#look()
    return () => {
      this.#open = false
      this.#poll.stop()
      document.removeEventListener('visibilitychange', look)
      removeEventListener('online', look)
    }
  }

  #look(): void {
    this.#poll.stop()
    if (!this.#open || document.visibilityState === 'hidden' || this.missing) return
    let since: string | undefined // at first the server answers at once
    void this.#poll.start(
      (signal) => this.ask(since, signal),
      (answer) => {
        this.found = answer
        this.stale = false
        since = answer.version
        this.onfound(answer)
        return true
      },
      (e) => {
        this.missing = e instanceof ApiError && e.status === 404
        this.stale = !this.missing
        since = undefined
        return !this.missing
      },
    )
  }
}
