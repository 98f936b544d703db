// The board view and the legal moves of a study's current node. Both are cached.

import { errorText } from '../net/api'
import type { Choices, Line, Rules, BoardView } from '../net/types'
import type { Tree } from './tree.svelte'

/** How often a failed request is retried, at growing intervals. */
const maxRetries = 6
/** The number of cached board views; each takes some 20 KB. */
const capacity = 600

export class Views {
  /** The board view to show: the current node's, or the previous one's while that loads. */
  view = $state.raw<BoardView | null>(null)
  /** The node of the board view. */
  at = $state<number | null>(null)
  choices = $state.raw<Choices | null>(null)
  /** Why there is no board view. */
  fault = $state('')

  #views = new Map<number, BoardView>()
  #choices = new Map<number, Choices>()
  #wanted = 0
  #misses = 0
  #timer: ReturnType<typeof setTimeout> | undefined
  #generation = 0 // increases when the caches are cleared

  constructor(
    private readonly tree: Tree,
    private readonly rules: () => Rules,
  ) {}

  /** Clears the caches for another study. */
  clear(): void {
    this.#generation++
    this.#wanted++
    this.#views.clear()
    this.#choices.clear()
    this.view = this.choices = this.at = null
  }

  line(id: number): Line {
    return { variant: this.tree.head.variant, fen: this.tree.head.fen, moves: this.tree.moves(id) }
  }

  /** Takes the board view of a node, which need not be loaded then. */
  know(id: number, view: BoardView): void {
    this.#cache(this.#views, id, view)
  }

  /** Returns the cached board view of a node. */
  known(id: number): BoardView | undefined {
    return this.#views.get(id)
  }

  /** Shows a node when its board view is loaded; a later call supersedes it. */
  async show(id: number): Promise<void> {
    clearTimeout(this.#timer)
    const wanted = ++this.#wanted
    const generation = this.#generation
    const line = this.line(id)
    try {
      const view = this.#views.get(id) ?? (await this.rules().views(line, line.moves.length))[0]!
      if (generation === this.#generation) this.#cache(this.#views, id, view)
      if (wanted !== this.#wanted) return
      // Only a move from the shown node is animated.
      const follows = this.tree.get(id).parent === this.at
      this.view = follows ? view : { ...view, steps: undefined }
      this.at = id
      this.#misses = 0
      this.choices = this.#choices.get(id) ?? null
      this.fault = ''
      if (this.choices || view.final) return
      const choices = await this.rules().choices(line)
      if (generation === this.#generation) this.#cache(this.#choices, id, choices)
      if (wanted === this.#wanted) this.choices = choices
    } catch (e) {
      if (wanted !== this.#wanted) return
      this.fault = errorText(e)
      // The server may answer for the rules and be unreachable for a while.
      if (this.#misses < maxRetries) this.#timer = setTimeout(() => void this.show(id), 1000 * 2 ** this.#misses++)
    }
  }

  /** Stops all requests. */
  close(): void {
    this.#wanted++
    clearTimeout(this.#timer)
  }

  /** Returns the UCI and SAN of moves from a node. */
  async resolve(id: number, moves: string[]): Promise<{ move: string; san: string }[]> {
    const line = this.line(id)
    const views = await this.rules().views({ ...line, moves: [...line.moves, ...moves] }, line.moves.length + 1)
    return views.map((s) => ({ move: s.move ?? '', san: s.san ?? '' }))
  }

  #cache<T>(cache: Map<number, T>, id: number, value: T): void {
    cache.delete(id)
    cache.set(id, value)
    if (cache.size > capacity) cache.delete(cache.keys().next().value!)
  }
}
