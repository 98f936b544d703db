// The drills of a game: ten easy puzzles by theme, from the list that is part of the program, so that all have the same
// and none needs a network.

import { pack } from '../puzzle/packs'
import { solverMoves, strangeness, type Puzzle, type Theme } from '../puzzle/puzzle'
import type { newSolve } from '../puzzle/setup'
import type { Solve } from '../puzzle/solve.svelte'
import { drillsOf } from './ladder'
import { loadProgress, saveProgress, type Progress } from './progress'

/** How many drills of each theme a game has, in their order. */
const plans: Record<string, [Theme, number][]> = {
  shrink: [
    ['mate-in-1', 2],
    ['collapse-check', 3],
    ['collapse-promotes', 2],
    ['keep-the-line', 1],
    ['stalemate-trap', 2],
  ],
  convergent: [
    ['mate-in-1', 2],
    ['royal-entry', 6],
    ['stalemate-trap', 2],
  ],
  diminuendo: [
    ['mate-in-1', 2],
    ['drop-check', 3],
    ['comes-back', 3],
    ['stalemate-trap', 2],
  ],
  cheshire: [
    ['mate-in-1', 2],
    ['vanishing-bridge', 5],
    ['parity', 1],
    ['stalemate-trap', 2],
  ],
}
plans['cheshire8'] = plans['cheshire']!

/** A puzzle for the sake of a theme. */
export interface Drill {
  theme: Theme
  puzzle: Puzzle
}

/**
 * Chooses the drills of a game: for each theme the easiest proved puzzles, none twice; those first that show little else
 * that chess lacks.
 */
export function chooseDrills(variant: string, list: readonly Puzzle[]): Drill[] {
  const left = new Set(
    list
      .filter((p) => p.proof !== 'search')
      .sort(
        (a, b) =>
          solverMoves(a) - solverMoves(b) ||
          strangeness(a) - strangeness(b) ||
          a.rating - b.rating ||
          (a.id < b.id ? -1 : 1),
      ),
  )
  return (plans[variant] ?? []).flatMap(([theme, count]) =>
    [...left]
      .filter((p) => p.themes.includes(theme))
      .slice(0, count)
      .map((puzzle) => {
        left.delete(puzzle)
        return { theme, puzzle }
      }),
  )
}

export class Drills {
  list = $state.raw<Drill[]>([])
  progress: Progress[] = $state([])
  /** The shown drill; the number of drills at the end. */
  at = $state(0)
  solve = $state.raw<Solve>()

  constructor(
    private readonly variant: string,
    private readonly solving: typeof newSolve,
  ) {}

  get now(): Drill | undefined {
    return this.list[this.at]
  }

  /** Loads the drills and shows the first one that was neither done nor shown. */
  async open(load: (variant: string) => Promise<Puzzle[]> = pack): Promise<void> {
    const list = chooseDrills(this.variant, await load(this.variant))
    this.list = list
    this.progress = loadProgress(drillsOf(this.variant), list.length)
    this.show(this.progress.indexOf(''))
  }

  /** Shows a drill, or the end. */
  show(i: number): void {
    const { puzzle } = this.list[i] ?? {}
    this.at = puzzle ? i : this.list.length
    const solve: Solve | undefined =
      puzzle &&
      this.solving(puzzle, {
        right: () => solve!.ply === puzzle.moves.length && this.#passed(i, solve!.helped ? 'seen' : 'done'),
      })
    this.solve = solve
    void solve?.begin()
  }

  #passed(i: number, how: Progress): void {
    if (this.progress[i] === 'done') return
    this.progress[i] = how
    saveProgress(drillsOf(this.variant), $state.snapshot(this.progress))
  }
}
