// The lists of puzzles that are part of the program: fetched when they are first needed, and kept
// by the service worker from then on.

import { puzzleApi } from './api'
import { parsePack, variants, type Puzzle } from './puzzle'

const loaded = new Map<string, Promise<Puzzle[]>>()

/** Returns the puzzles of a variant; with '' those of all variants whose lists can be loaded. */
export function pack(variant: string, ask = puzzleApi.pack): Promise<Puzzle[]> {
  if (!variant) {
    return Promise.allSettled(variants.map((v) => pack(v, ask))).then((all) => {
      const found = all.flatMap((p) => (p.status === 'fulfilled' ? p.value : []))
      const refused = all.find((p) => p.status === 'rejected')
      if (!found.length && refused) throw refused.reason
      return found
    })
  }
  let list = loaded.get(variant)
  if (!list) {
    list = ask(variant).then(parsePack)
    loaded.set(variant, list)
    list.catch(() => loaded.delete(variant)) // the next call asks again
  }
  return list
}

/** Finds a puzzle in the lists. */
export async function inPacks(id: string): Promise<Puzzle | undefined> {
  return (await pack('')).find((p) => p.id === id)
}
