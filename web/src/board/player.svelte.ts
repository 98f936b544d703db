// A line of moves that the user plays on a board, steps back in and resets.

import type { Choices, Line, Rules, BoardView } from '../net/types'

export class LinePlayer {
  /** The shown board view; null until it is loaded. */
  view = $state.raw<BoardView | null>(null)
  choices = $state.raw<Choices | null>(null)
  /** The moves that forward plays: those that were taken back. */
  upcoming = $state.raw<string[]>([])
  /** Why the last request failed, or empty. */
  failed = $state('')
  #moves = $state.raw<string[]>([])
  #wanted: { moves: string[]; upcoming: string[] } = { moves: [], upcoming: [] } // by the last request
  #requests = 0 // counts the requests, since only the last answer counts

  constructor(
    private readonly rules: () => Rules,
    readonly variant: string,
    readonly fen = '',
    /** The moves before the line. */
    readonly before: readonly string[] = [],
  ) {}

  /** The moves of the line, in UCI. */
  get moves(): string[] {
    return this.#moves
  }
  get line(): Line {
    return { variant: this.variant, fen: this.fen, moves: [...this.before, ...this.#moves] }
  }

  /** Loads the board view; call it once to start, and to retry after a failure. */
  load(): Promise<boolean> {
    return this.#show(this.#wanted.moves, this.#wanted.upcoming)
  }

  /** Plays a move, in UCI. Returns false if that failed or was superseded. */
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

  /** Shows the position after some of the given moves; the others are upcoming. */
  set(moves: readonly string[], upto = moves.length): Promise<boolean> {
    return this.#show(moves.slice(0, upto), moves.slice(upto))
  }

  async #show(moves: string[], upcoming: string[]): Promise<boolean> {
    const request = ++this.#requests
    const line: Line = { variant: this.variant, fen: this.fen, moves: [...this.before, ...moves] }
    this.#wanted = { moves, upcoming }
    try {
      const [views, choices] = await Promise.all([
        this.rules().views(line, line.moves.length),
        this.rules().choices(line),
      ])
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
      if (this.view) this.#wanted = { moves: this.#moves, upcoming: this.upcoming } // the shown moves stay
      return false
    }
  }
}
