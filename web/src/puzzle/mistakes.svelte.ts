// The mistakes of a game, one after the other: a better move is to be found in the position before each.

import type { Mistake } from './mistake'
import type { newSolve } from './setup'
import type { Solve } from './solve.svelte'
import { mistakes as words } from './text'

export class Mistakes {
  list = $state.raw<Mistake[]>([])
  at = $state(0)
  /** The attempt at the mistake; undefined if there is none. */
  solve = $state.raw<Solve>()
  /** What is said of the last move. */
  verdict = $state('')
  /** The engine compares the last move with the best one. */
  judging = $state(false)
  /** The engine does not answer. */
  engineFailed = $state(false)

  constructor(
    private readonly solving: typeof newSolve,
    /** Returns whether a move is as good as the best one. */
    private readonly asGood: (m: Mistake, move: string) => Promise<boolean>,
  ) {}

  get now(): Mistake | undefined {
    return this.list[this.at]
  }
  get last(): boolean {
    return this.at + 1 >= this.list.length
  }

  /** Shows a mistake of a list. */
  open(list: Mistake[], at = 0): void {
    this.list = list
    this.at = at
    this.verdict = ''
    this.judging = false
    const m = this.now
    if (!m) return void (this.solve = undefined)
    const solve: Solve = this.solving(m.puzzle, {
      before: m.before,
      color: m.color,
      accepts: (move) => this.#judge(m, move, () => solve === this.solve),
      right: () => (this.verdict = solve.player.moves.at(-1) === m.puzzle.moves[0] ? words.best : words.good),
    })
    this.solve = solve
    void solve.begin()
  }
  next(): void {
    this.open(this.list, this.at + 1)
  }

  async #judge(m: Mistake, move: string, current: () => boolean): Promise<boolean> {
    this.verdict = words.same
    if (move === m.played) return false
    this.verdict = ''
    this.judging = true
    const good = await this.asGood(m, move).catch(() => null)
    if (!current()) return false // another mistake is shown
    this.judging = false
    this.engineFailed ||= good === null
    this.verdict = words.worse
    return !!good
  }
}
