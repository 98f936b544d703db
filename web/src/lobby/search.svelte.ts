// The search for an opponent: requests that follow each other until there is a game.

import { ApiError, call } from '../net/api'
import type { Pairing, Search as Answer } from '../net/types'

/** What a search needs of the server. */
export interface Pairings {
  findOpponent(wanted: Pairing): Promise<Answer>
  stopSearch(): Promise<Answer>
}

/** The server's search. */
export const pairings: Pairings = {
  findOpponent: (body) => call('POST', '/pairing', { body }),
  stopSearch: () => call('DELETE', '/pairing'),
}

const pause = 2000 // ms before the next request after one that did not reach the server

/** How long a player waits until the computer is offered, in ms. */
export const offerAfter = 8000

export class Search {
  /** What is searched; undefined: nothing. */
  wanted = $state.raw<Pairing>()
  /** The level to offer; 0: none yet. */
  level = $state(0)
  /** Seconds since the search began. */
  seconds = $state(0)
  /** Why the search has ended without a game. */
  failed = $state.raw<unknown>()
  #run = 0 // number of the search: what belongs to another one is ignored
  #clock: ReturnType<typeof setInterval> | undefined

  constructor(
    private readonly server: Pairings,
    private readonly onfound: (game: string) => void,
    private readonly wait: (ms: number) => Promise<void> = (ms) => new Promise((done) => setTimeout(done, ms)),
  ) {}

  /** Searches until there is a game, or until stop is called. */
  async start(wanted: Pairing): Promise<void> {
    const run = ++this.#run
    ;[this.wanted, this.level, this.seconds, this.failed] = [wanted, 0, 0, undefined]
    const begun = Date.now()
    clearInterval(this.#clock)
    this.#clock = setInterval(() => (this.seconds = Math.floor((Date.now() - begun) / 1000)), 1000)
    while (run === this.#run) {
      try {
        const answer = await this.server.findOpponent(wanted)
        if (run !== this.#run) return
        if (answer.game) return this.#found(answer.game)
        if (!answer.waiting) return this.#end() // another page of the player has stopped or replaced it
        this.level = answer.level ?? 0
      } catch (e) {
        if (run !== this.#run) return
        if (!(e instanceof ApiError) || e.status > 0) {
          this.#end()
          this.failed = e
          return
        }
        await this.wait(pause)
      }
    }
  }

  /** Stops the search. If a game was found just before, it is played; then stop returns true. */
  async stop(): Promise<boolean> {
    if (!this.wanted) return false
    this.#end()
    try {
      const { game } = await this.server.stopSearch()
      if (game) this.onfound(game)
      return !!game
    } catch {
      return false // the server sees that no request comes any more
    }
  }

  #found(game: string) {
    this.#end()
    this.onfound(game)
  }

  #end() {
    this.#run++
    this.wanted = undefined
    clearInterval(this.#clock)
  }
}
