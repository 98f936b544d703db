// The puzzles of a streak or a storm. The server gives them a few ahead and counts the answers, which are sent in the
// background, so that nobody waits for a slow network. Without the server they come from the lists that the browser
// keeps, and what is solved then does not count.

import { ApiError } from '../net/api'
import { mixed, puzzleApi, type RunAnswer, type RunKind, type RunReport } from './api'
import { unreachable } from './next'
import { pack } from './packs'
import { Ladder } from './pick'
import type { Puzzle } from './puzzle'

/**
 * How a kind becomes harder without the server, as with it: puzzles until the hardest come, and the most moves of the
 * solver; 0: any.
 */
const ladders: Record<RunKind, [steps: number, longest: number]> = { streak: [60, 0], storm: [50, 2] }
/** How long the server has to answer before the page goes on without it, and before the page asks again, in ms. */
const patience = 4000
const pause = 2000
const most = 8 // moves of an answer
const batch = 50 // answers of a request

type Server = Pick<typeof puzzleApi, 'beginRun' | 'answerRun'>

const later = (ms: number) => new Promise<void>((done) => setTimeout(done, ms))

export class Run {
  /** The server counts everything so far. */
  counted: boolean
  #given: Puzzle[] = []
  #taken = 0
  #answers: RunAnswer[] = []
  #known = 0 // answers that the server has
  #due = false // something is to be sent
  #over = false // there are no more puzzles
  #ended = false
  #refused = false
  #sending: Promise<void> | null = null
  #ladder: Ladder | undefined

  private constructor(
    private readonly kind: RunKind,
    private readonly variant: string,
    private readonly id: string,
    private readonly server: Server,
    private readonly list: typeof pack,
  ) {
    this.counted = id !== ''
  }

  /** Begins a run of a variant; '' for all. It fails if neither the server nor the browser has puzzles. */
  static async begin(kind: RunKind, variant: string, server: Server = puzzleApi, list = pack): Promise<Run> {
    const begun = server.beginRun(kind, variant || mixed)
    try {
      const state = await Promise.race([begun, later(patience)])
      if (state) {
        const run = new Run(kind, variant, state.id, server, list)
        run.#given = state.puzzles
        return run
      }
      begun.catch(() => {})
    } catch (e) {
      if (!unreachable(e)) throw e
    }
    const run = new Run(kind, variant, '', server, list)
    await run.#offline()
    return run
  }

  /** Returns the next puzzle; undefined if all have been used. */
  async next(): Promise<Puzzle | undefined> {
    if (this.#taken === this.#given.length && !this.#ladder && !this.#over) {
      this.#due = true
      await Promise.race([this.#send(), later(patience)])
    }
    if (!this.#ladder) {
      const puzzle = this.#given[this.#taken]
      if (puzzle) return (this.#taken++, puzzle)
      if (this.#over) return undefined
    }
    this.counted = false
    return (await this.#offline()).next()
  }

  /** Says that the first move was made, which starts the clock of a storm. */
  started(): void {
    if (!this.#answers.length) this.#later()
  }

  /** Notes what was done with the puzzle that came last. */
  answer(a: RunAnswer): void {
    if (this.#ladder) return
    this.#answers.push({ ...a, moves: a.moves.slice(0, most) })
    this.#later()
  }

  /** Ends the run. Returns what the server has to know still. */
  end(): RunReport | undefined {
    this.#ended = true
    if (!this.id || this.#refused) return undefined
    return {
      id: this.id,
      first: this.#known,
      answers: this.#answers.slice(this.#known),
      end: true,
      have: this.#given.length,
    }
  }

  async #offline(): Promise<Ladder> {
    if (!this.#ladder) {
      const had = new Set(this.#given.map((p) => p.id))
      const [steps, longest] = ladders[this.kind]
      const list = await this.list(this.variant)
      this.#ladder = new Ladder(
        list.filter((p) => !had.has(p.id)),
        steps,
        longest,
      )
    }
    return this.#ladder
  }

  #later(): void {
    if (!this.id || this.#refused) return
    this.#due = true
    void this.#send()
  }
  #send(): Promise<void> {
    return (this.#sending ??= this.#loop().finally(() => (this.#sending = null)))
  }
  async #loop(): Promise<void> {
    while (this.#due && !this.#ended && !this.#refused) {
      this.#due = false
      const first = this.#known
      const have = this.#given.length
      try {
        const state = await this.server.answerRun({
          id: this.id,
          first,
          answers: this.#answers.slice(first, first + batch),
          have,
        })
        this.#given.push(...state.puzzles)
        this.#known = Math.min(Math.max(state.answered, first), this.#answers.length)
        this.#over = !!state.over
        if (this.#known < this.#answers.length && !this.#over) this.#due = true
      } catch (e) {
        if (e instanceof ApiError && !unreachable(e)) {
          this.#refused = true // it was replaced by another run, or forgotten
          this.counted = false
          return
        }
        this.#due = true
        await later(pause)
      }
    }
  }
}
