// Requests that wait at the server for the next change, one after the other.

const least = 500 // ms between two answers: where much changes, not each change is a request
const firstDelay = 2000 // ms after a failure
const patience = 40_000 // ms until a request counts as lost; the server answers after 25 s

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

export class Poll {
  #round = 0 // counts the loops: only the last one continues
  #request: AbortController | undefined

  /** MaxDelay is the longest pause after a failure, in ms. */
  constructor(private readonly maxDelay: number) {}

  stop(): void {
    this.#round++
    this.#request?.abort()
  }

  /** Asks in a loop, in the place of an earlier one, while take or failed returns true. */
  async start<T>(ask: (signal: AbortSignal) => Promise<T>, take: (answer: T) => boolean, failed: (e: unknown) => boolean): Promise<void> {
    this.stop()
    const round = this.#round
    let delay = firstDelay
    while (round === this.#round) {
      const request = (this.#request = new AbortController())
      const timer = setTimeout(() => request.abort(), patience)
      try {
        const answer = await ask(request.signal)
        if (round !== this.#round || !take(answer)) return
        delay = firstDelay
        await pause(least)
      } catch (e) {
        if (round !== this.#round || !failed(e)) return
        await pause(delay)
        delay = Math.min(this.maxDelay, 2 * delay)
      } finally {
        clearTimeout(timer)
      }
    }
  }
}
