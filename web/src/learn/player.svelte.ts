// A line of moves on a board to try things on: what is shown of it, and what can
// be played next. What is legal the rules say.

import type { Choices, Line, Rules, BoardView } from '../lib/types'

export class LinePlayer {
  /** The board view that is shown; null until it is there. */
  view = $state.raw<BoardView | null>(null)
  choices = $state.raw<Choices | null>(null)
  /** Moves that lie upcoming, because they were taken back. */
  upcoming = $state.raw<string[]>([])
  /** Why the rules do not answer, if they do not. */
  failed = $state('')
  #moves = $state.raw<string[]>([])
  #wanted: { moves: string[]; upcoming: string[] } = { moves: [], upcoming: [] } // what was request for last
  #requests = 0 // counts questions: only the last one's answer is of interest

  constructor(
    private readonly rules: () => Rules,
    readonly variant: string,
    readonly fen = '',
    /** Moves that were played before it begins. */
    readonly before: readonly string[] = [],
  ) {}

  /** The moves played since it began. */
  get moves(): string[] {
    return this.#moves
  }
  get line(): Line {
    return { variant: this.variant, fen: this.fen, moves: [...this.before, ...this.#moves] }
  }

  /** Shows it as it stands; to be called once to begin, and to try again after a failure. */
  load(): Promise<boolean> {
    return this.#show(this.#wanted.moves, this.#wanted.upcoming)
  }

  /** Plays a move, in UCI; false means that it could not be played, or that something else was request for meanwhile. */
  play(text: string): Promise<boolean> {
    const { moves, upcoming } = this.#wanted
    return this.#show([...moves, text], upcoming[0] === text ? upcoming.slice(1) : [])
  }
  back(): Promise<boolean> {
    const { moves, upcoming } = this.#wanted
    const last = moves.at(-1)
    return last === undefined ? Promise.resolve(false) : this.#show(moves.slice(0, -1), [last, ...upcoming])
  }
  forward(): Promise<boolean> {
    const next = this.#wanted.upcoming[0]
    return next === undefined ? Promise.resolve(false) : this.play(next)
  }
  reset(): Promise<boolean> {
    return this.#show([], [])
  }

  /** Shows the position after so many of these moves; the others lie upcoming. */
  set(moves: readonly string[], upto = moves.length): Promise<boolean> {
    return this.#show(moves.slice(0, upto), moves.slice(upto))
  }

  async #show(moves: string[], upcoming: string[]): Promise<boolean> {
    const request = ++this.#requests
    const line: Line = { variant: this.variant, fen: this.fen, moves: [...this.before, ...moves] }
    this.#wanted = { moves, upcoming }
    try {
      const [views, choices] = await Promise.all([this.rules().views(line, line.moves.length), this.rules().choices(line)])
      if (request !== this.#requests) return false
      this.#moves = moves
      this.upcoming = upcoming
      this.view = views[0]!
      this.choices = choices
      this.failed = ''
      return true
    } catch (e) {
      if (request !== this.#requests) return false
      this.failed = (e as Error).message
      if (this.view) this.#wanted = { moves: this.#moves, upcoming: this.upcoming } // it stays as it is shown
      return false
    }
  }
}
