// A study as a flat table of immutable nodes: an edit replaces nodes, so undoing is cheap,
// and no function recurses into a long game.

import type { StudyArrow, StudyCircle, StudyEval, StudyGame, StudyNode, StudyTag } from '../net/types'

/** What other people say about a move, by their numbers in a shared study. */
export type Remarks = readonly { readonly by: number; readonly text: string }[]

/** A move with its annotations, or the root before the first move. */
export interface TreeNode {
  readonly id: number
  readonly parent: number | null
  readonly ply: number // 0 for the root
  readonly move: string
  readonly san: string
  readonly before: string
  readonly after: string
  readonly nags: readonly number[]
  readonly arrows: readonly StudyArrow[]
  readonly circles: readonly StudyCircle[]
  readonly eval?: StudyEval
  readonly clock?: number // what the mover's clock shows after the move, in ms
  /** Of a shared study: after is the user's own comment there. */
  readonly others?: Remarks
  /** For those who are to find the next move. */
  readonly hint?: string
  readonly children: readonly number[]
}

/** A study without its moves. */
export interface Head {
  readonly variant: string
  readonly title: string
  readonly fen: string
  readonly tags: readonly StudyTag[]
  readonly result: string
  /** Why a game of this browser ended, in English: its PGN tells it. */
  readonly reason?: string
}

export type NodeTable = Map<number, TreeNode>

/** The ID of the root. */
export const root = 0

/** Returns a node without annotations. */
export function newNode(id: number, parent: TreeNode | null, move: string, san: string): TreeNode {
  return {
    id,
    parent: parent?.id ?? null,
    ply: parent ? parent.ply + 1 : 0,
    move,
    san,
    before: '',
    after: '',
    nags: [],
    arrows: [],
    circles: [],
    children: [],
  }
}

/** Converts a game to a table; IDs count from the root's. */
export function toTable(game: StudyGame): NodeTable {
  const table: NodeTable = new Map()
  const waiting: { node: StudyNode; parent: TreeNode | null; id: number }[] = [
    { node: game.root, parent: null, id: root },
  ]
  let next = root + 1
  for (let w = waiting.pop(); w; w = waiting.pop()) {
    const { node, parent, id } = w
    const children = node.children.map(() => next++)
    const m: TreeNode = {
      ...newNode(id, parent, node.move, node.san),
      before: node.before ?? '',
      after: node.after ?? '',
      nags: node.nags ?? [],
      arrows: node.arrows ?? [],
      circles: node.circles ?? [],
      eval: node.eval,
      clock: node.clock,
      children,
    }
    table.set(id, m)
    node.children.forEach((child, i) => waiting.push({ node: child, parent: m, id: children[i]! }))
  }
  return table
}

/** Converts a table to a game. */
export function toGame(head: Head, table: NodeTable): StudyGame {
  const made = new Map<number, StudyNode>()
  for (const m of inOrder(table)) {
    const node: StudyNode = { move: m.move, san: m.san, children: [] }
    if (m.before) node.before = m.before
    if (m.after) node.after = m.after
    if (m.nags.length) node.nags = [...m.nags]
    if (m.arrows.length) node.arrows = [...m.arrows]
    if (m.circles.length) node.circles = [...m.circles]
    if (m.eval) node.eval = m.eval
    if (m.clock !== undefined) node.clock = m.clock
    made.set(m.id, node)
    if (m.parent !== null) made.get(m.parent)!.children.push(node)
  }
  return { ...head, tags: [...head.tags], root: made.get(root)! }
}

/** Returns all nodes that the root leads to, each after its parent and its earlier siblings. */
export function inOrder(table: ReadonlyMap<number, TreeNode>): TreeNode[] {
  const out: TreeNode[] = []
  const waiting = [root]
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    const m = table.get(id)!
    out.push(m)
    for (let i = m.children.length - 1; i >= 0; i--) waiting.push(m.children[i]!)
  }
  return out
}
