// The list of reviewed games, which grows when the user asks for older ones.
import { ApiError } from '../lib/api'
import type { ReviewedGame } from '../lib/types'
import { watchApi } from './api'

export class Reviews {
  games = $state.raw<ReviewedGame[]>([])
  /** The cursor of the next page; '': there is none. */
  next = $state('')
  busy = $state(false)
  /** The first page is there. */
  loaded = $state(false)
  /** Why the last page did not load; its status is 0 if the server was unreachable. */
  failure = $state.raw<ApiError | null>(null)

  constructor(private readonly ask: typeof watchApi.reviews = watchApi.reviews) {}

  /** Loads the first page, or the next one. Returns how many games were there before. */
  async load(): Promise<number> {
    const from = this.games.length
    if (this.busy || (this.loaded && !this.next)) return from
    this.busy = true
    this.failure = null
    try {
      const page = await this.ask(this.next)
      // A game that was reviewed again meanwhile comes first in the list.
      this.games = [...this.games, ...page.games.filter((g) => !this.games.some((o) => o.game.id === g.game.id))]
      this.next = page.next ?? ''
      this.loaded = true
    } catch (e) {
      this.failure = e instanceof ApiError ? e : new ApiError(0, 'offline', String(e))
    } finally {
      this.busy = false
    }
    return from
  }
}
