// Which moves of a study make a rank or a file collapse. The rules find out line by line,
// while the page is idle.

import { whenIdle } from '../ui/idle'
import type { Line } from '../net/types'
import { inOrder } from './nodes'
import type { Tree } from './tree.svelte'

/** The moves of a study that make a rank or a file collapse. */
export class Collapses {
  /** The nodes of the moves, as far as they are known. */
  nodes = $state.raw<ReadonlySet<number>>(new Set<number>())
  #asked = new Set<number>()
  #busy = false
  #failed = false

  constructor(
    private readonly tree: Tree,
    private readonly plies: (line: Line) => Promise<number[]>,
    private readonly wait: (f: () => void) => void = (f) => whenIdle(f, 200),
  ) {}

  /** Forgets everything; call it when the tree holds another study. */
  clear(): void {
    this.nodes = new Set<number>()
    this.#asked = new Set()
    this.#failed = false
  }

  /** Call it when the tree has changed. */
  update(): void {
    if (this.#busy || this.#failed) return
    const leaf = inOrder(this.tree.table).find(
      (m) => m.children.length === 0 && m.parent !== null && !this.#asked.has(m.id),
    )
    if (!leaf) return
    this.#busy = true
    const asked = this.#asked
    const path = this.tree.path(leaf.id)
    this.plies({ variant: this.tree.head.variant, fen: this.tree.head.fen, moves: path.map((m) => m.move) })
      .then(
        (plies) => {
          if (asked !== this.#asked) return // another study
          for (const m of path) asked.add(m.id)
          const found = plies.map((ply) => path[ply - 1]!.id).filter((id) => !this.nodes.has(id))
          if (found.length) this.nodes = new Set([...this.nodes, ...found])
        },
        // The marks are no necessity. Without the rules, each line would load them again.
        () => (this.#failed = asked === this.#asked),
      )
      .finally(() => {
        this.#busy = false
        this.wait(() => this.update())
      })
  }
}
