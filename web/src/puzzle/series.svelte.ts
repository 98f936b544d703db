// The puzzles of a visit: one after the other, or the one of an address.

import { ApiError, call, errorText, newID } from '../net/api'
import type { AttemptResult, ShownPuzzle } from './api'
import { attempts } from './attempts.svelte'
import { nextPuzzle, NonePuzzle, puzzleOf, unreachable } from './next'
import { newcomer } from './pick'
import type { Filter, Puzzle } from './puzzle'
import type { newSolve } from './setup'
import type { Solve } from './solve.svelte'
import {
  knownRating,
  knowRating,
  noteTried,
  ratedMode,
  readCurrent,
  see,
  writeCurrent,
  type KnownRating,
} from './stored'
import { puzzles as words } from './text'

/** What the puzzles come from. */
const server = {
  nextPuzzle,
  puzzleOf,
  attempts: attempts as Pick<typeof attempts, 'add' | 'flush' | 'results' | 'waiting'>,
  rating: (variant: string): Promise<KnownRating> => call('GET', '/puzzles/me', { query: { variant } }),
  withdraw: (id: string): Promise<unknown> => call('DELETE', '/puzzles/{id}', { path: { id } }),
}

/** Whether an attempt has changed the rating: what is said of another one at the same puzzle is that of the first. */
const rates = (r: AttemptResult | undefined): r is AttemptResult => !!r?.counted && !r.unknown && !r.repeat

export class Series {
  /** The shown puzzle and the attempt at it; undefined while there is none. */
  puzzle = $state.raw<ShownPuzzle>()
  solve = $state.raw<Solve>()
  /** Something is known: there is a puzzle, or a problem. */
  begun = $state(false)
  /** Why there is no puzzle; none: there is no such puzzle at all. */
  problem = $state('')
  none = $state(false)
  /** The browser has chosen the puzzle, without the server. */
  offline = $state(false)
  /** Attempts shall be rated. */
  rated = $state(ratedMode())
  /** The last attempt was to be rated. */
  counts = $state(true)
  /** Why the puzzle could not be withdrawn. */
  kept = $state('')
  #known = $state.raw<KnownRating>()
  #attempt = $state('')
  #wish: { id?: string; filter: Filter } = { filter: { variant: '', theme: '', goal: '' } }
  #asked = 0
  #began = 0

  constructor(
    private readonly solving: typeof newSolve,
    private readonly source = server,
  ) {}

  /** What the server made of the attempt, once it has answered. */
  get result() {
    return this.source.attempts.results[this.#attempt]
  }
  /** How many attempts wait for the server, if this one does. */
  get waiting(): number {
    return this.#attempt && !this.result ? this.source.attempts.waiting : 0
  }
  /** The attempt is rated unless help is used. */
  get atStake(): boolean {
    return this.rated && !this.offline && !this.puzzle?.composed && !this.solve?.failed
  }
  /** The player's rating in the puzzle's variant. */
  get rating(): KnownRating | undefined {
    const r = this.result
    return rates(r) ? r.after : this.#known
  }
  /** How many puzzles of the variant the player had solved before this one, as last known. */
  get solvedBefore(): number {
    return (this.#known?.solved ?? 0) - (this.solve?.solved ? 1 : 0)
  }
  get #key(): string {
    const { id, filter } = this.#wish
    return id ? `id ${id}` : JSON.stringify(filter)
  }

  /** Shows the puzzle of an ID, or one that the player wants: that of before a reload, if it is the same wish. */
  open(filter: Filter, id?: string): Promise<void> {
    this.#wish = { id, filter }
    return this.load()
  }
  /** Loads it; fresh: another one. */
  async load(fresh = false): Promise<void> {
    const asked = ++this.#asked
    const { id, filter } = this.#wish
    this.problem = ''
    this.none = false
    const current = readCurrent()
    try {
      if (!fresh && !id && current?.filter === this.#key) return this.#show(current.puzzle as Puzzle, current.failed)
      const found = id ? await this.source.puzzleOf(id) : await this.source.nextPuzzle(filter)
      if (asked !== this.#asked) return
      this.offline = found.offline
      this.#show(found.puzzle)
      this.#keep(false)
    } catch (e) {
      if (asked !== this.#asked) return
      this.none = e instanceof NonePuzzle || (e instanceof ApiError && e.status === 404)
      this.#clear(
        this.none ? (id ? words.missing : words.none) : unreachable(e) ? words.offline : words.failed(errorText(e)),
      )
    }
  }
  #clear(problem: string): void {
    this.begun = true
    this.problem = problem
    this.puzzle = this.solve = undefined
  }
  /** Keeps the puzzle for a reload. */
  #keep(failed: boolean): void {
    if (!this.#wish.id && this.puzzle) writeCurrent({ filter: this.#key, puzzle: this.puzzle, failed })
  }

  #show(p: ShownPuzzle, failed = false): void {
    this.begun = true
    this.puzzle = p
    this.#attempt = ''
    this.#began = Date.now()
    see(p.id)
    this.#known = knownRating(p.variant)
    this.source.rating(p.variant).then(
      ({ rating, provisional, solved }) => this.#know(p, { rating, provisional, solved }),
      () => {}, // it stays as last known
    )
    this.solve = this.solving(p, { decided: (right, moves) => void this.#decided(p, right, moves) })
    void this.solve.begin(failed)
  }
  #know({ variant }: Puzzle, known: KnownRating): void {
    knowRating(variant, known)
    if (variant === this.puzzle?.variant) this.#known = known
  }

  async #decided(p: ShownPuzzle, right: boolean, moves: string[]): Promise<void> {
    const now = Date.now()
    const id = (this.#attempt = newID())
    this.counts = this.rated && !p.composed
    this.#keep(true)
    noteTried(p.variant)
    const { solved = 0, ...known } = knownRating(p.variant) ?? { rating: newcomer, provisional: true }
    if (right) this.#know(p, { ...known, solved: solved + 1 })
    await this.source.attempts.add({
      id,
      puzzle: p.id,
      moves: moves.slice(0, 8),
      helped: this.solve!.helped,
      rated: this.counts,
      ticket: p.ticket,
      ms: Math.max(0, now - this.#began),
      at: now,
    })
    const r = this.source.attempts.results[id]
    if (rates(r)) this.#know(p, { ...r.after, solved: solved + +right })
  }

  /** Shows another puzzle. */
  async next(): Promise<void> {
    writeCurrent(undefined)
    // The server chooses by the rating after this attempt; a slow one chooses by the one before.
    await Promise.race([this.source.attempts.flush(), new Promise((done) => setTimeout(done, 1500))])
    await this.load(true)
  }

  /** Withdraws the user's own puzzle. */
  async withdraw(): Promise<void> {
    this.kept = ''
    try {
      await this.source.withdraw(this.puzzle!.id)
      this.none = true
      this.#clear(words.removed)
    } catch (e) {
      this.kept = errorText(e, words.notRemoved)
    }
  }
}
