// Answers of the explorer that were had already, so that going back and forth
// through a game asks nothing twice.

import { call } from '../lib/api'
import type { Explored, Source } from '../lib/types'

const most = 200 // answers that are kept
const fresh = 60_000 // ms for which an answer is good

interface Kept {
  at: number
  answer: Explored
}

const kept = new Map<string, Kept>()

const keyOf = (variant: string, fen: string, source: Source) => `${source}\n${variant}\n${fen}`

/** The answer, if it is known and not old. */
export function known(variant: string, fen: string, source: Source, now = Date.now()): Explored | undefined {
  const k = kept.get(keyOf(variant, fen, source))
  return k && now - k.at < fresh ? k.answer : undefined
}

/** Asks the server and remembers what it says. */
export async function answer(variant: string, fen: string, source: Source, now = Date.now()): Promise<Explored> {
  const a = await call<Explored>('GET', `/explorer?${new URLSearchParams({ variant, fen, source })}`)
  const key = keyOf(variant, fen, source)
  kept.delete(key) // the latest stand at the end
  kept.set(key, { at: now, answer: a })
  if (kept.size > most) kept.delete(kept.keys().next().value!)
  return a
}
