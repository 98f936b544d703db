// Chooses the next puzzle: the server does, by the player's rating; without it the page does, from
// the lists that it keeps.

import { ApiError, call } from '../net/api'
import { site } from '../net/site'
import { daily, type ShownPuzzle } from './api'
import { inPacks, pack } from './packs'
import { pickNext } from './pick'
import { isGoal, isTheme, variants, wanted, type Filter } from './puzzle'
import { chosenVariant, knownRating, seen } from './stored'

/** How long the server has to answer before the page chooses itself, in ms. */
const patience = 4000

export interface Next {
  puzzle: ShownPuzzle
  /** The page has chosen it. */
  offline: boolean
}

/** There is no puzzle of that kind. */
export class NonePuzzle extends Error {}

/** Whether an error says that the server does not answer now. */
export const unreachable = (e: unknown): boolean => e instanceof Late || (e instanceof ApiError && e.passing)

class Late extends Error {}

function inTime<T>(ask: Promise<T>): Promise<T> {
  if (site) return ask // it chooses from the same lists
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<T>((_, reject) => (timer = setTimeout(() => reject(new Late()), patience)))
  return Promise.race([ask, late]).finally(() => clearTimeout(timer))
}

/** Returns the next puzzle of those that a player wants. For a mix of variants a random one is chosen. */
export async function nextPuzzle(wish: Filter, random = Math.random): Promise<Next> {
  if (wish.variant) return nextOf(wish)
  const left = [...variants]
  for (;;) {
    const [variant] = left.splice(Math.floor(random() * left.length), 1)
    try {
      return await nextOf({ ...wish, variant: variant! })
    } catch (e) {
      // Many themes are those of one variant.
      if (!left.length || !(e instanceof NonePuzzle)) throw e
    }
  }
}

async function nextOf(filter: Filter): Promise<Next> {
  try {
    return {
      puzzle: await inTime(
        call('GET', '/puzzles/next', {
          query: { variant: filter.variant, theme: filter.theme, goal: filter.goal || undefined },
        }),
      ),
      offline: false,
    }
  } catch (e) {
    if (e instanceof ApiError && e.status === 404) throw new NonePuzzle()
    if (!unreachable(e)) throw e
    const list = (await pack(filter.variant)).filter((p) => wanted(p, filter))
    const found = pickNext(list, knownRating(filter.variant), seen())
    if (!found) throw new NonePuzzle()
    return { puzzle: found, offline: true }
  }
}

/** Returns the puzzle of an ID, or the daily one. */
export async function puzzleOf(id: string): Promise<Next> {
  try {
    return {
      puzzle: await inTime(id === 'daily' ? daily() : call('GET', '/puzzles/{id}', { path: { id } })),
      offline: false,
    }
  } catch (e) {
    if (!unreachable(e) || id === 'daily') throw e
    const found = await inPacks(id)
    if (!found) throw e
    return { puzzle: found, offline: true }
  }
}

/** The filter of a page: without a variant in the address it is the one that was chosen, learned or played last. */
export const wishOf = (query: URLSearchParams): Filter => ({
  ...filterOf(query),
  ...(!query.has('variant') && { variant: chosenVariant() }),
})

/** The filter that an address names; what it does not know is left out. */
export function filterOf(query: URLSearchParams): Filter {
  const of = (name: string) => query.get(name) ?? ''
  const [variant, theme, goal] = [of('variant'), of('theme'), of('goal')]
  const known = (variants as readonly string[]).includes(variant)
  return { variant: known ? variant : '', theme: isTheme(theme) ? theme : '', goal: isGoal(goal) ? goal : '' }
}
