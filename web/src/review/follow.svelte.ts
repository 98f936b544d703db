// A review as the page follows it: asked for, on its way, done. What the server says counts.

import { call, errorText } from '../net/api'
import { Load } from '../net/load.svelte'
import { upper } from '../ui/text'
import { review as words } from './text'
import type { ReviewReport, ReviewState } from '../net/types'

export type Level = 'quick' | 'thorough'

/** What a follower needs of the server. */
export interface Desk {
  get(id: string, brief: boolean): Promise<ReviewState>
  ask(id: string, level: Level): Promise<ReviewState>
}

export const desk: Desk = {
  get: (id, brief) => call('GET', '/games/{id}/review', { path: { id }, query: { brief: brief || undefined } }),
  ask: (id, level) => call('POST', '/games/{id}/review', { path: { id }, body: { level } }),
}

/** Milliseconds without progress after which the page says why. */
export const patience = 15_000
/** Milliseconds between two questions: the first come quickly, since most reviews take seconds. */
export const interval = (asked: number) => Math.min(3000, 400 + 100 * asked)

const working = (s: ReviewState | undefined) => s?.status === 'waiting' || s?.status === 'running'

export class Follower extends Load<ReviewState | undefined> {
  asking = $state(false)
  /** Nothing has come for a while. */
  slow = $state(false)
  /** Something to be said to those who do not see it happen. */
  said = $state('')
  #refused = $state('')
  #asked = 0 // questions since something was asked for
  #moved: number // when there was progress last

  constructor(
    readonly id: string,
    private readonly server: Desk = desk,
    private readonly now: () => number = () => performance.now(),
  ) {
    super(
      async (_, last) => {
        // While it is being made, only how far it has come is of interest.
        const s = await server.get(id, working(last))
        return s.result || (s.status !== 'done' && s.status !== 'failed') ? s : server.get(id, false)
      },
      undefined,
      {
        insist: true,
        every: (s) => (working(s) ? interval(this.#asked++) : undefined),
        merge: (s, before) => ({ ...s, result: s.result ?? before?.result }),
        then: (s, before) => {
          if (before?.done !== s.done || before.status !== s.status) this.#moved = this.now()
          this.slow = working(s) && this.now() - this.#moved > patience
          if (working(before) && s.status === 'done') this.said = words.ready
        },
      },
    )
    this.#moved = now()
  }

  get working(): boolean {
    return working(this.value)
  }
  get result(): ReviewReport | undefined {
    return this.value?.result
  }
  /** What the server refused, in its words. */
  get refused(): string {
    return this.missing ? errorText(this.fault) : this.#refused
  }

  /** Asks for a review. */
  async request(level: Level): Promise<void> {
    if (this.asking) return
    this.asking = true
    this.#refused = ''
    try {
      const s = await this.server.ask(this.id, level)
      this.#asked = 0
      this.#moved = this.now()
      this.take(s)
      if (this.working) this.said = words.begun
    } catch (e) {
      this.#refused = upper(errorText(e))
    }
    this.asking = false
  }
}
