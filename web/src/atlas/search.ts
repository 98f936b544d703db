// Searches rankings by their traits, which the server lists with the rankings.

import type { RankingList, RankingEntry } from '../net/types'

export interface Found {
  rankings: RankingEntry[]
  /** Terms that match no trait. */
  unknown: string[]
}

/** Returns the terms of a query, which commas separate. */
export function terms(query: string): string[] {
  return query
    .toLowerCase()
    .split(/[,;]/)
    .map((t) => t.trim())
    .filter(Boolean)
}

/** Returns a query with a term added, or removed if it was there. */
export function toggle(query: string, term: string): string {
  const all = terms(query)
  const low = term.toLowerCase()
  return (all.includes(low) ? all.filter((t) => t !== low) : [...all, low]).join(', ')
}

/** Returns the rankings that match every term. */
export function find(c: RankingList, query: string): Found {
  const unknown: string[] = []
  let rankings = c.rankings
  for (const term of terms(query)) {
    const is = condition(c, term)
    if (!is) unknown.push(term)
    else rankings = rankings.filter(is)
  }
  return { rankings: unknown.length ? [] : rankings, unknown }
}

function condition(c: RankingList, term: string): ((e: RankingEntry) => boolean) | null {
  const letters = term.replace(/[\s>→-]/g, '')
  const pieces = c.rankings[0]?.order ?? ''
  if (letters.length > 1 && [...letters].every((l) => pieces.includes(l))) return (e) => e.order.includes(letters)
  const asked = words(term)
  const inOrder = c.traits.map((t, i) => (follows(words(t), asked) ? i : -1)).filter((i) => i >= 0)
  const traits = inOrder.length
    ? inOrder
    : c.traits.map((t, i) => (holds(words(t), asked) ? i : -1)).filter((i) => i >= 0)
  if (!traits.length) return null
  const wanted = new Set(traits)
  return (e) => e.traits.some((t) => wanted.has(t))
}

function words(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\d]+/gu) ?? []
}

/** Reports whether the words of a term are prefixes of words of a trait, in this order. */
function follows(trait: string[], asked: string[]): boolean {
  let at = 0
  for (const word of asked) {
    while (at < trait.length && !trait[at]!.startsWith(word)) at++
    if (at++ >= trait.length) return false
  }
  return asked.length > 0
}

/** The same in any order. */
function holds(trait: string[], asked: string[]): boolean {
  return asked.length > 0 && asked.every((word) => trait.some((t) => t.startsWith(word)))
}
