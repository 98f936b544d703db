// A cache of the explorer's answers, for stepping back and forth through a game.

import { call } from '../lib/api'
import type { Explored, Source } from '../lib/types'

const capacity = 200 // answers
const maxAge = 60_000 // ms

interface CacheEntry {
  at: number
  answer: Explored
}

const cache = new Map<string, CacheEntry>()

const keyOf = (variant: string, fen: string, source: Source) => `${source}\n${variant}\n${fen}`

/** Returns the cached answer, if it is not too old. */
export function cached(variant: string, fen: string, source: Source, now = Date.now()): Explored | undefined {
  const k = cache.get(keyOf(variant, fen, source))
  return k && now - k.at < maxAge ? k.answer : undefined
}

/** Asks the server and caches the answer. */
export async function fetchAnswer(variant: string, fen: string, source: Source, now = Date.now()): Promise<Explored> {
  const a = await call<Explored>('GET', `/explorer?${new URLSearchParams({ variant, fen, source })}`)
  const key = keyOf(variant, fen, source)
  cache.delete(key) // the newest is last
  cache.set(key, { at: now, answer: a })
  if (cache.size > capacity) cache.delete(cache.keys().next().value!)
  return a
}
