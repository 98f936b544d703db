// The rankings of Diminuendo Chess, from the server. Answers are cached.

import { call } from '../net/api'
import type { RankingList, RankingFacts } from '../net/types'

let all: Promise<RankingList> | undefined
const cache = new Map<string, Promise<RankingFacts>>()

/** Returns all rankings with the traits to search for. */
export function rankings(): Promise<RankingList> {
  all ??= call('GET', '/rankings').catch((e: unknown) => {
    all = undefined // the next call retries
    throw e
  })
  return all
}

/** Returns the facts about a ranking, given by its identifier or as typed by a user. Error messages are for users. */
export function facts(name: string): Promise<RankingFacts> {
  let found = cache.get(name)
  if (!found) {
    found = call('GET', '/rankings/{name}', { path: { name } })
    found.catch(() => cache.delete(name))
    cache.set(name, found)
  }
  return found
}

/** Returns the identifier of a ranking with options. */
export function nameOf(c: RankingList, order: string, queenish: boolean, flexible: boolean): string | undefined {
  return c.rankings.find((e) => e.order === order)?.names[(queenish ? 1 : 0) + (flexible ? 2 : 0)]
}
