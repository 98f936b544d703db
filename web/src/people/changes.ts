// What games did to ratings. A game is rated a moment after its end.
import { call } from '../net/api'
import type { GameRatings } from '../net/types'

/** When to ask again while a game is not rated yet, in ms. */
const waits = [700, 1500, 3000, 6000, 12_000, 30_000]

const gameRatings = (id: string) => call('GET', '/games/{id}/ratings', { path: { id } })

const asked = new Map<string, Promise<GameRatings | undefined>>()

/**
 * Returns what a finished game did to ratings; undefined if the server does not say. Both players share one request.
 */
export function changesOf(id: string, ask = gameRatings): Promise<GameRatings | undefined> {
  let answer = asked.get(id)
  if (!answer) {
    answer = wait(id, ask)
    asked.clear() // only one game is shown
    asked.set(id, answer)
  }
  return answer
}

async function wait(id: string, ask: typeof gameRatings): Promise<GameRatings | undefined> {
  for (const ms of waits) {
    try {
      const found = await ask(id)
      if (found.state !== 'pending') return found
    } catch {
      // The server is unreachable, or has no ratings.
    }
    await new Promise((resolve) => setTimeout(resolve, ms))
  }
  return undefined
}
