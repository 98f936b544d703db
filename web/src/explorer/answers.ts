// A cache of the explorer's answers, for stepping back and forth through a game.

import { call } from '../net/api'
import type { Explored, Source } from '../net/types'

const pause = 180 // ms at a position until the server is asked
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
  const a = await call('GET', '/explorer', { query: { variant, fen, source } })
  const key = keyOf(variant, fen, source)
  cache.delete(key) // the newest is last
  cache.set(key, { at: now, answer: a })
  if (cache.size > capacity) cache.delete(cache.keys().next().value!)
  return a
}

/** Asks for the moves of a position, unless the signal says at once that the user has left it, or they are known. */
export async function ask(signal: AbortSignal, variant: string, fen: string, source: Source): Promise<Explored> {
  const had = cached(variant, fen, source)
  if (had) return had
  await new Promise((done) => setTimeout(done, pause))
  signal.throwIfAborted()
  return fetchAnswer(variant, fen, source)
}
