// The board views of a live game, one for each ply, and which one is shown. Moves that
// arrive while views are loading are loaded afterwards.

import type { BoardView, Choices, Game, Line, Rules } from '../net/types'
import { withSquares } from '../rules/views'

/** The game that the board views belong to. */
export interface ViewSource {
  /** Null until it is loaded. */
  readonly game: Game | null
  /** The moves to show, with the unconfirmed one. */
  readonly line: Line
  /** Reports whether the user is to move and needs the legal moves. */
  needsChoices(): boolean
  /**
   * Called when the views are loaded or have failed to load; last is the view of a new move, missed the number of moves
   * that came with it.
   */
  onViews(last?: BoardView, missed?: number): void
  /** Called when new choices are loaded. */
  onChoices(): void
}

export class GameViews {
  /** The board view after each ply, as far as they are loaded. */
  list = $state.raw<(BoardView | undefined)[]>([])
  choices = $state.raw<Choices | null>(null)

  #wanted: number | null = null // the ply to show when its view is loaded
  #complete = false // whether to load the earlier views
  #shown = $state<number | null>(null) // the shown ply; null: the last one, now and later
  #moves: string[] | null = null // the moves of the loaded views
  #busy = false
  #outdated = false
  #closed = false
  #failures = 0
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(
    private readonly source: ViewSource,
    private readonly rules: () => Rules,
  ) {}

  close(): void {
    this.#closed = true
    clearTimeout(this.#timer)
  }

  // ---- navigation

  get end(): number {
    return Math.max(0, this.list.length - 1)
  }
  get ply(): number {
    return Math.min(this.#shown ?? this.end, this.end)
  }
  get atStart(): boolean {
    return this.ply === 0
  }
  get atEnd(): boolean {
    return this.ply === this.end
  }
  get view(): BoardView | undefined {
    return this.list[this.ply]
  }

  show(ply: number): void {
    ply = Math.max(0, Math.min(ply, this.end))
    this.#wanted = null
    if (this.list[ply]) this.#shown = ply === this.end ? null : ply
    else {
      this.#wanted = ply
      this.complete()
    }
  }
  first(): void {
    this.show(0)
  }
  back(): void {
    this.show(this.ply - 1)
  }
  forward(): void {
    this.show(this.ply + 1)
  }
  last(): void {
    this.#shown = this.#wanted = null
  }
  /**
   * Loads the earlier board views. They are many, so call it when the user goes back or when the rules are in the page.
   */
  complete(): void {
    this.#complete = true
    void this.sync()
  }

  // ---- loading

  /** Loads the board views and choices of the current moves. Changes during a run are handled after it. */
  async sync(): Promise<void> {
    this.#outdated = true
    if (this.#busy) return
    this.#busy = true
    clearTimeout(this.#timer)
    try {
      while (this.#outdated && !this.#closed && this.source.game) {
        this.#outdated = false
        await this.#load(this.source.line)
      }
      this.#failures = 0
    } catch {
      // Until the rules are loaded the server answers, and it may be unreachable.
      this.source.onViews()
      this.#timer = setTimeout(() => this.sync(), Math.min(8000, 500 * 2 ** this.#failures++))
    } finally {
      this.#busy = false
    }
  }

  async #load(line: Line): Promise<void> {
    const want = line.moves
    const before = this.#moves
    const common = before ? commonPrefix(before, want) : 0
    if (before === null) {
      // The last view first; the earlier ones when it is shown.
      const now = await this.rules().views(line, want.length)
      if (this.#outdated) return
      this.list = [...Array<undefined>(want.length), ...withSquares(now, undefined)]
    } else if (common < want.length || common < before.length || !this.list[common]) {
      // After a takeback the last view may never have been loaded.
      const from = common < want.length ? common + 1 : this.list[common] ? null : common
      const fresh = from === null ? [] : await this.rules().views(line, from)
      if (this.#outdated) return
      this.choices = null
      const rest = this.list.slice(0, from ?? common + 1)
      this.list = [...rest, ...withSquares(fresh, rest.at(-1))]
    }
    this.#moves = want
    if (before && common < want.length) this.source.onViews(this.list.at(-1), want.length - common - 1)
    else this.source.onViews()
    if (!this.source.needsChoices()) this.choices = null
    else if (this.choices?.ply !== want.length) {
      const choices = await this.rules().choices(line)
      if (this.#outdated) return
      this.choices = choices
      this.source.onChoices()
    }
    if (this.#complete && this.list.includes(undefined)) {
      const all = await this.rules().views(line, 0)
      if (this.#outdated) return
      this.list = withSquares(all, undefined)
      if (this.#wanted !== null) this.show(this.#wanted)
    }
  }
}

/** Returns the number of moves that two lines have in common at their start. */
export function commonPrefix(a: string[], b: string[]): number {
  let n = 0
  while (n < a.length && n < b.length && a[n] === b[n]) n++
  return n
}
