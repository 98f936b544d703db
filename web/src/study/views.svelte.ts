// What the board shows of a study: the board view of the present moment, and what can
// be played there. Both are asked of the rules once and kept.

import type { Choices, Line, Rules, BoardView } from '../lib/types'
import type { Tree } from './tree.svelte'

/** How often a board view is asked for that cannot be had, at ever longer intervals. */
const tries = 6
/** So many board views are capacity; each takes some 20 KB. */
const capacity = 600

export class Views {
  /** The board view to be shown: the present moment's, or the last one's until that has come. */
  view = $state.raw<BoardView | null>(null)
  /** The moment that it belongs to. */
  at = $state<number | null>(null)
  choices = $state.raw<Choices | null>(null)
  /** Why there is no board view. */
  fault = $state('')

  #views = new Map<number, BoardView>()
  #choices = new Map<number, Choices>()
  #wanted = 0
  #misses = 0
  #timer: ReturnType<typeof setTimeout> | undefined
  #age = 0 // grows when everything is forgotten

  constructor(
    private readonly tree: Tree,
    private readonly rules: () => Rules,
  ) {}

  /** Forgets everything: the study is another one. */
  clear(): void {
    this.#age++
    this.#wanted++
    this.#views.clear()
    this.#choices.clear()
    this.view = this.choices = this.at = null
  }

  line(id: number): Line {
    return { variant: this.tree.head.variant, fen: this.tree.head.fen, moves: this.tree.moves(id) }
  }

  /** The board view of a moment, if it is here. */
  known(id: number): BoardView | undefined {
    return this.#views.get(id)
  }

  /** Shows a moment, as soon as its board view is here; a later call replaces it. */
  async show(id: number): Promise<void> {
    clearTimeout(this.#timer)
    const wanted = ++this.#wanted
    const age = this.#age
    const line = this.line(id)
    try {
      const view = this.#views.get(id) ?? (await this.rules().views(line, line.moves.length))[0]!
      if (age === this.#age) this.#keep(this.#views, id, view)
      if (wanted !== this.#wanted) return
      // A film tells how a board view came of the one before; from elsewhere things glide.
      const follows = this.tree.get(id).parent === this.at
      this.view = follows ? view : { ...view, steps: undefined }
      this.at = id
      this.#misses = 0
      this.choices = this.#choices.get(id) ?? null
      this.fault = ''
      if (this.choices || view.result) return
      const choices = await this.rules().choices(line)
      if (age === this.#age) this.#keep(this.#choices, id, choices)
      if (wanted === this.#wanted) this.choices = choices
    } catch (e) {
      if (wanted !== this.#wanted) return
      this.fault = e instanceof Error ? e.message : String(e)
      // The server may answer for the rules, and be out of reach for a while.
      if (this.#misses < tries) this.#timer = setTimeout(() => void this.show(id), 1000 * 2 ** this.#misses++)
    }
  }

  /** Asks for nothing any more. */
  close(): void {
    this.#wanted++
    clearTimeout(this.#timer)
  }

  /** What a move would lead to from a moment: its UCI and its notation. */
  async tell(id: number, move: string): Promise<{ move: string; san: string }[]> {
    return this.resolve(id, [move])
  }
  async resolve(id: number, moves: string[]): Promise<{ move: string; san: string }[]> {
    const line = this.line(id)
    const views = await this.rules().views({ ...line, moves: [...line.moves, ...moves] }, line.moves.length + 1)
    return views.map((s) => ({ move: s.move ?? '', san: s.san ?? '' }))
  }

  #keep<T>(where: Map<number, T>, id: number, what: T): void {
    where.delete(id)
    where.set(id, what)
    if (where.size > capacity) where.delete(where.keys().next().value!)
  }
}
