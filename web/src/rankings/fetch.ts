// The family of Diminuendo Chess, from the server. What was fetched once is kept.

import { get } from '../lib/api'
import type { RankingList, RankingFacts } from '../lib/types'

let all: Promise<RankingList> | undefined
const known = new Map<string, Promise<RankingFacts>>()

/** All rankings, with what one can look for in them. */
export function rankings(): Promise<RankingList> {
  all ??= get<RankingList>('/rankings').catch((e: unknown) => {
    all = undefined // the next one asks again
    throw e
  })
  return all
}

/** What one can say of a ranking, by its identifier or by what a user has typed; the error says what is wrong with that. */
export function facts(name: string): Promise<RankingFacts> {
  let found = known.get(name)
  if (!found) {
    found = get<RankingFacts>('/rankings/' + encodeURIComponent(name))
    found.catch(() => known.delete(name))
    known.set(name, found)
  }
  return found
}

/** The identifier of a ranking with its options. */
export function nameOf(c: RankingList, order: string, queenish: boolean, flexible: boolean): string | undefined {
  return c.rankings.find((e) => e.order === order)?.names[(queenish ? 1 : 0) + (flexible ? 2 : 0)]
}
