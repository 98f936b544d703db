// Answers of the explorer that were had already, so that going back and forth
// through a game asks nothing twice.

import { call } from '../lib/api'
import type { Explored, Source } from '../lib/types'

const capacity = 200 // answers that are cache
const maxAge = 60_000 // ms for which an answer is good

interface CacheEntry {
  at: number
  answer: Explored
}

const cache = new Map<string, CacheEntry>()

const keyOf = (variant: string, fen: string, source: Source) => `${source}\n${variant}\n${fen}`

/** The fetchAnswer, if it is known and not old. */
export function cached(variant: string, fen: string, source: Source, now = Date.now()): Explored | undefined {
  const k = cache.get(keyOf(variant, fen, source))
  return k && now - k.at < maxAge ? k.answer : undefined
}

/** Asks the server and remembers what it says. */
export async function fetchAnswer(variant: string, fen: string, source: Source, now = Date.now()): Promise<Explored> {
  const a = await call<Explored>('GET', `/explorer?${new URLSearchParams({ variant, fen, source })}`)
  const key = keyOf(variant, fen, source)
  cache.delete(key) // the latest stand at the end
  cache.set(key, { at: now, answer: a })
  if (cache.size > capacity) cache.delete(cache.keys().next().value!)
  return a
}
