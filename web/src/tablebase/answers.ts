// What the server has said of endings. The truth does not change, so nothing is
// asked twice.

import { ApiError, call } from '../lib/api'
import type { Ending } from '../lib/types'

/** The truth about a position, or why the server has none. */
export type Answer = { ending: Ending; why?: undefined } | { ending?: undefined; why: string }

const capacity = 500 // answers that are cache

const cache = new Map<string, Answer>()
const keyOf = (variant: string, fen: string) => `${variant}\n${fen}`

/** What the server has said of a position, if it was asked. */
export function cached(variant: string, fen: string): Answer | undefined {
  return cache.get(keyOf(variant, fen))
}

/** Asks the server. It fails if there is no answer now that might come later. */
export async function fetchAnswer(variant: string, fen: string): Promise<Answer> {
  const a = await ask(variant, fen)
  cache.set(keyOf(variant, fen), a)
  if (cache.size > capacity) cache.delete(cache.keys().next().value!)
  return a
}

async function ask(variant: string, fen: string): Promise<Answer> {
  try {
    return { ending: await call<Ending>('GET', `/tablebase/${encodeURIComponent(variant)}?${new URLSearchParams({ fen })}`) }
  } catch (e) {
    if (e instanceof ApiError && (e.code === 'outside' || e.code === 'no-table')) return { why: e.message }
    throw e
  }
}
