// Edits of a tree of moves, and its limits.

import { newNode, type Head, type TreeNode, type NodeTable } from './nodes'

/** Limits as in internal/page/study, so that every study can be written as PGN. */
export const limits = { plies: 1500, moves: 30_000, nesting: 150, drawn: 100, edits: 500 }

/** The limit that an edit exceeds. */
export type Limit = 'plies' | 'moves' | 'nesting' | 'drawn'
export class LimitError extends Error {
  constructor(readonly why: Limit) {
    super(why)
  }
}

/** An edit in progress: the nodes that it replaces, over those of the tree. */
export class TreeEdit {
  changed = new Map<number, TreeNode>()
  head?: Head

  constructor(
    private readonly table: NodeTable,
    private readonly nextID: () => number,
  ) {}

  get(id: number): TreeNode {
    return this.changed.get(id) ?? this.table.get(id)!
  }
  set(m: TreeNode): void {
    this.changed.set(m.id, m)
  }
  /** Adds a move after a node and returns its ID. */
  add(parent: TreeNode, move: string, san: string, clock?: number): number {
    if (parent.ply >= limits.plies) throw new LimitError('plies')
    if (this.table.size + this.changed.size > limits.moves) throw new LimitError('moves')
    if (parent.children.length > 0 && this.#nesting(parent) >= limits.nesting) throw new LimitError('nesting')
    const m = this.get(this.make(parent, move, san))
    if (clock !== undefined) this.set({ ...m, clock })
    this.set({ ...this.get(parent.id), children: [...parent.children, m.id] })
    return m.id
  }
  /** Makes a node that is not among the children of its parent yet, and returns its ID. */
  make(parent: TreeNode, move: string, san: string): number {
    const m = newNode(this.nextID(), parent, move, san)
    this.set(m)
    return m.id
  }
  #nesting(m: TreeNode): number {
    let n = 0
    for (; m.parent !== null; m = this.get(m.parent)) if (this.get(m.parent).children[0] !== m.id) n++
    return n
  }
  /** Moves a node some places forward among its siblings. */
  moveForward(id: number, by: number): void {
    const parent = this.get(this.get(id).parent!)
    const children = parent.children.filter((c) => c !== id)
    children.splice(Math.max(0, parent.children.indexOf(id) - by), 0, id)
    this.set({ ...parent, children })
  }
}
