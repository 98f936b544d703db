// A review as the page follows it: asked for, on its way, done. What the server
// says counts; it is asked again and again while the review is being made and
// the page is visible.

import { ApiError, call } from '../lib/api'
import { review as words } from '../text/review'
import type { ReviewReport, ReviewState } from '../lib/types'

export type Level = 'quick' | 'thorough'

/** What a follower needs of the server. */
export interface Desk {
  get(id: string, brief: boolean): Promise<ReviewState>
  ask(id: string, level: Level): Promise<ReviewState>
}

const path = (id: string) => `/games/${encodeURIComponent(id)}/review`
export const desk: Desk = {
  get: (id, brief) => call('GET', path(id) + (brief ? '?brief=true' : '')),
  ask: (id, level) => call('POST', path(id), { level }),
}

/** Milliseconds without progress after which the page says why. */
export const patience = 15_000
/** Milliseconds between two questions: the first come quickly, since most reviews take seconds. */
export const interval = (asked: number) => Math.min(3000, 400 + 100 * asked)

export class Follower {
  state = $state.raw<ReviewState | null>(null)
  result = $state.raw<ReviewReport | null>(null)
  /** What the server refused, in its words. */
  refused = $state('')
  /** The server does not answer; it is asked again. */
  offline = $state(false)
  asking = $state(false)
  /** Nothing has come for a while. */
  slow = $state(false)
  /** Something to be said to those who do not see it happen. */
  said = $state('')

  #timer: ReturnType<typeof setTimeout> | undefined
  #asked = 0 // questions since something was asked for
  #misses = 0
  #moved = 0 // when there was progress last
  #closed = false

  constructor(
    readonly id: string,
    private readonly server: Desk = desk,
    private readonly now: () => number = () => performance.now(),
    private readonly hidden: () => boolean = () => document.hidden,
  ) {}

  /** Begins to follow; the function returned ends it. */
  open(): () => void {
    this.#moved = this.now()
    void this.#look()
    return () => {
      this.#closed = true
      clearTimeout(this.#timer)
    }
  }

  get working(): boolean {
    return this.state?.status === 'waiting' || this.state?.status === 'running'
  }

  /** Asks for a review. */
  async ask(level: Level): Promise<void> {
    if (this.asking) return
    this.asking = true
    this.refused = ''
    clearTimeout(this.#timer)
    try {
      this.#asked = 0
      this.#moved = this.now()
      this.#take(await this.server.ask(this.id, level))
      if (this.working) this.said = words.begun
    } catch (e) {
      this.refused = e instanceof ApiError && e.status > 0 ? e.message : words.unreachable
    }
    this.asking = false
    this.#again()
  }

  /** Looks at once, for instance because the page can be seen again. */
  wake(): void {
    if (!this.working || this.#closed) return
    clearTimeout(this.#timer)
    void this.#look()
  }

  async #look(): Promise<void> {
    try {
      // While it is being made, only how far it has come is of interest.
      let s = await this.server.get(this.id, this.working)
      if (!s.result && (s.status === 'done' || s.status === 'failed')) s = await this.server.get(this.id, false)
      const before = this.working
      this.#misses = 0
      this.offline = false
      this.#take(s)
      if (before && s.status === 'done') this.said = words.ready
    } catch (e) {
      if (e instanceof ApiError && e.status === 404) this.refused = e.message
      else {
        this.#misses++
        this.offline = true
      }
    }
    this.#again()
  }

  #take(s: ReviewState): void {
    const was = this.state
    if (!was || was.done !== s.done || was.status !== s.status) this.#moved = this.now()
    this.state = s
    if (s.result) this.result = s.result
    this.slow = this.working && this.now() - this.#moved > patience
  }

  /** Asks again in a while, if there is something to wait for. */
  #again(): void {
    clearTimeout(this.#timer)
    if (this.#closed || !(this.working || this.offline)) return
    const wait = this.#misses ? Math.min(10_000, 500 * 2 ** this.#misses) : interval(this.#asked++)
    this.#timer = setTimeout(() => (this.hidden() ? this.#again() : void this.#look()), wait)
  }
}
