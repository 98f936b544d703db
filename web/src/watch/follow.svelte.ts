// What changes on the server, followed by requests that wait there for the next change.

import { ApiError } from '../lib/api'

const least = 500 // ms between two answers
const firstDelay = 2000 // ms after a failure
const maxDelay = 16_000 // ms
const patience = 40_000 // ms until a request counts as lost; the server answers after 25 s

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

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
  #round = 0 // counts the loops: only the last one continues
  #request: AbortController | undefined

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
      this.#stop()
      document.removeEventListener('visibilitychange', look)
      removeEventListener('online', look)
    }
  }

  #stop(): void {
    this.#round++
    this.#request?.abort()
  }

  #look(): void {
    this.#stop()
    if (this.#open && document.visibilityState !== 'hidden' && !this.missing) void this.#loop(this.#round)
  }

  async #loop(round: number): Promise<void> {
    let since: string | undefined // at first the server answers at once
    let delay = firstDelay
    while (round === this.#round) {
      const request = (this.#request = new AbortController())
      const timer = setTimeout(() => request.abort(), patience)
      try {
        const answer = await this.ask(since, request.signal)
        if (round !== this.#round) return
        this.found = answer
        this.stale = false
        since = answer.version
        delay = firstDelay
        this.onfound(answer)
        await pause(least)
      } catch (e) {
        if (round !== this.#round) return
        if (e instanceof ApiError && e.status === 404) {
          this.missing = true
          return
        }
        this.stale = true
        since = undefined
        await pause(delay)
        delay = Math.min(maxDelay, 2 * delay)
      } finally {
        clearTimeout(timer)
      }
    }
  }
}
