// The board views of a live game, one for each ply, and which of them is shown.
// They follow the moves: what changes while they are fetched is fetched after.

import type { BoardView, Choices, Game, Line, Rules } from './types'
import { whole } from './views'

/** The game that the board views belong to. */
export interface Source {
  /** Null until it is here. */
  readonly game: Game | null
  /** The moves to show, with one that is not confirmed. */
  readonly line: Line
  /** Whether the user is to move, and needs the choices. */
  choosing(): boolean
  /** Called when the board shows the moves, or cannot for now; last is a move's board view that was not there, missed how many came with it. */
  drawn(last?: BoardView, missed?: number): void
  /** Called when new choices are here. */
  chosen(): void
}

export class GameViews {
  /** The board view after each ply, as far as they are known. */
  list = $state.raw<(BoardView | undefined)[]>([])
  choices = $state.raw<Choices | null>(null)

  #goal: number | null = null // the ply that the person would like to see, once it is there
  #all = false // whether earlier board views may be asked for
  #cursor = $state<number | null>(null) // the ply that is shown; null: the end, and what comes
  #drawn: string[] | null = null // the moves to which board views belong
  #busy = false
  #again = false
  #closed = false
  #misses = 0
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(
    private readonly source: Source,
    private readonly rules: () => Rules,
  ) {}

  close(): void {
    this.#closed = true
    clearTimeout(this.#timer)
  }

  // ---- what is shown

  get end(): number {
    return Math.max(0, this.list.length - 1)
  }
  get ply(): number {
    return Math.min(this.#cursor ?? this.end, this.end)
  }
  get atEnd(): boolean {
    return this.ply === this.end
  }
  get view(): BoardView | undefined {
    return this.list[this.ply]
  }

  show(ply: number): void {
    ply = Math.max(0, Math.min(ply, this.end))
    this.#goal = null
    if (this.list[ply]) this.#cursor = ply === this.end ? null : ply
    else {
      this.#goal = ply
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
  latest(): void {
    this.#cursor = this.#goal = null
  }
  /** Fetches the board views of all that went before. They are many, and few users go back: call it when one does, or when they cost nothing. */
  complete(): void {
    this.#all = true
    void this.settle()
  }

  // ---- how they come

  /** Brings board views and choices in line with the moves. One at a time; what changes meanwhile is done after. */
  async settle(): Promise<void> {
    this.#again = true
    if (this.#busy) return
    this.#busy = true
    clearTimeout(this.#timer)
    try {
      while (this.#again && !this.#closed && this.source.game) {
        this.#again = false
        await this.#draw(this.source.line)
      }
      this.#misses = 0
    } catch {
      // The rules could not be asked: the server answers until they are loaded, and
      // it may be out of reach.
      this.source.drawn()
      this.#timer = setTimeout(() => this.settle(), Math.min(8000, 500 * 2 ** this.#misses++))
    } finally {
      this.#busy = false
    }
  }

  async #draw(line: Line): Promise<void> {
    const want = line.moves
    const before = this.#drawn
    const kept = before ? common(before, want) : 0
    if (before === null) {
      // What is on the board first; how it came there when that is done.
      const now = await this.rules().views(line, want.length)
      if (this.#again) return
      this.list = [...Array<undefined>(want.length), ...whole(now, undefined)]
    } else if (kept < want.length || kept < before.length || !this.list[kept]) {
      // After a takeback the board view that is left may never have been fetched.
      const from = kept < want.length ? kept + 1 : this.list[kept] ? null : kept
      const fresh = from === null ? [] : await this.rules().views(line, from)
      if (this.#again) return
      this.choices = null
      const rest = this.list.slice(0, from ?? kept + 1)
      this.list = [...rest, ...whole(fresh, rest.at(-1))]
    }
    this.#drawn = want
    if (before && kept < want.length) this.source.drawn(this.list.at(-1), want.length - kept - 1)
    else this.source.drawn()
    if (!this.source.choosing()) this.choices = null
    else if (this.choices?.ply !== want.length) {
      const choices = await this.rules().choices(line)
      if (this.#again) return
      this.choices = choices
      this.source.chosen()
    }
    if (this.#all && this.list.includes(undefined)) {
      const all = await this.rules().views(line, 0)
      if (this.#again) return
      this.list = whole(all, undefined)
      if (this.#goal !== null) this.show(this.#goal)
    }
  }
}

/** How many moves two lines have in common at their start. */
export function common(a: string[], b: string[]): number {
  let n = 0
  while (n < a.length && n < b.length && a[n] === b[n]) n++
  return n
}
