// A cache of the tablebase's answers, which never change.

import { ApiError, call } from '../net/api'
import type { Ending } from '../net/types'

/** The ending of a position, or why the tablebase has none. */
export type Answer = { ending: Ending; why?: undefined } | { ending?: undefined; why: string }

const capacity = 500 // answers

const cache = new Map<string, Answer>()
const keyOf = (variant: string, fen: string) => `${variant}\n${fen}`

/** Returns the cached answer for a position. */
export function cached(variant: string, fen: string): Answer | undefined {
  return cache.get(keyOf(variant, fen))
}

/** Asks the server. Throws if it has no answer now but may have one later. */
export async function fetchAnswer(variant: string, fen: string): Promise<Answer> {
  const a = await ask(variant, fen)
  cache.set(keyOf(variant, fen), a)
  if (cache.size > capacity) cache.delete(cache.keys().next().value!)
  return a
}

async function ask(variant: string, fen: string): Promise<Answer> {
  try {
    return { ending: await call('GET', '/tablebase/{variant}', { path: { variant }, query: { fen } }) }
  } catch (e) {
    if (e instanceof ApiError && (e.code === 'outside' || e.code === 'no-table')) return { why: e.message }
    throw e
  }
}
