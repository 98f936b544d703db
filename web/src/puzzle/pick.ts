// Chooses puzzles from a list in the browser.

import { solverMoves, strangeness, type Puzzle } from './puzzle'
import type { KnownRating } from './stored'

/** How many of the nearest puzzles one is chosen from. */
const near = 12

/** Returns a puzzle whose rating is near to one, among those that have not been seen as far as there are any. */
export function pick(
  list: readonly Puzzle[],
  rating: number,
  seen: ReadonlySet<string>,
  random = Math.random,
): Puzzle | undefined {
  const fresh = list.filter((p) => !seen.has(p.id))
  const from = (fresh.length ? fresh : [...list]).sort(
    (a, b) => Math.abs(a.rating - rating) - Math.abs(b.rating - rating),
  )
  return from[Math.floor(random() * Math.min(near, from.length))]
}

/** The rating of players without attempts, and those about which their first puzzles are, as on the server. */
export const newcomer = 800
const [first, step] = [500, 100]
/** Before so many are solved, they have nothing that chess lacks. */
const plainUntil = 3

/** Returns the puzzles of a list that are so, or the list if none is. */
function those(list: readonly Puzzle[], so: (p: Puzzle) => boolean): readonly Puzzle[] {
  const found = list.filter(so)
  return found.length ? found : list
}

/**
 * Returns the next puzzle of a player as the server chooses it: a plain mate in 1 at first, and a harder one for each
 * that was solved, up to the rating.
 */
export function pickNext(
  list: readonly Puzzle[],
  { rating = newcomer, solved = 0 }: Partial<KnownRating> = {},
  seen: ReadonlySet<string>,
  random = Math.random,
): Puzzle | undefined {
  if (solved < plainUntil) list = those(list, (p) => !strangeness(p))
  if (!solved) list = those(list, (p) => p.themes.includes('mate-in-1'))
  return pick(list, Math.min(rating, first + step * solved), seen, random)
}

/** Puzzles that become harder, one after the other, none twice. */
export class Ladder {
  #left: Puzzle[] // the easiest first
  #low: number
  #high: number
  #at = 0

  /**
   * steps is the number of puzzles after which the hardest come; longest is the most moves of the solver, 0 for any.
   */
  constructor(
    list: readonly Puzzle[],
    private readonly steps: number,
    longest = 0,
    private readonly random = Math.random,
  ) {
    const short = longest ? list.filter((p) => solverMoves(p) <= longest) : [...list]
    this.#left = short.toSorted((a, b) => a.rating - b.rating)
    this.#low = this.#left[0]?.rating ?? 0
    this.#high = this.#left.at(-1)?.rating ?? 0
  }

  /** Returns the next puzzle, or undefined if all have been used. */
  next(): Puzzle | undefined {
    const rating = this.#low + (this.#high - this.#low) * Math.min(1, this.#at++ / this.steps)
    const found = pick(this.#left, rating, new Set(), this.random)
    this.#left = this.#left.filter((p) => p !== found)
    return found
  }
}
