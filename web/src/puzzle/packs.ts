// The lists of puzzles that are part of the program: fetched when they are first needed, and kept
// by the service worker from then on. Puzzles that rest, or were found wrong, are left out.

import { puzzleApi } from './api'
import type { PuzzlePack } from '../net/types'
import { parsePack, variants, type Puzzle } from './puzzle'
import { knowIdle, knownIdle } from './stored'

type Ask = typeof puzzleApi.pack
type AskIdle = () => Promise<Pick<PuzzlePack, 'idle'>[]>

const loaded = new Map<string, Promise<Puzzle[]>>()

/** Returns the puzzles of a variant; with '' those of all variants whose lists can be loaded. */
export async function pack(
  variant: string,
  ask: Ask = puzzleApi.pack,
  askIdle: AskIdle = puzzleApi.packs,
): Promise<Puzzle[]> {
  const [list, idle] = await Promise.all([whole(variant, ask), idleOnes(askIdle)])
  return idle.size ? list.filter((p) => !idle.has(p.id)) : list
}

function whole(variant: string, ask: Ask): Promise<Puzzle[]> {
  if (!variant) {
    return Promise.allSettled(variants.map((v) => whole(v, ask))).then((all) => {
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

/** How long the page uses what the server has said of idle puzzles, and how long it waits for that, in ms. */
const fresh = 300_000
const patience = 3000
let asked = -fresh

/** The puzzles that are not given out now, as far as the page knows. */
async function idleOnes(ask: AskIdle): Promise<ReadonlySet<string>> {
  const now = performance.now()
  if (now - asked >= fresh) {
    asked = now
    const answer = ask().then((all) => knowIdle(all.flatMap((p) => p.idle)))
    // Without a network those of the last time.
    await Promise.race([answer.catch(() => {}), new Promise((done) => setTimeout(done, patience))])
  }
  return new Set(knownIdle())
}

/** Finds a puzzle in the lists. */
export async function inPacks(id: string): Promise<Puzzle | undefined> {
  return (await whole('', puzzleApi.pack)).find((p) => p.id === id)
}
