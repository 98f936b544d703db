// The moves of a chapter as immutable nodes. A change copies the nodes on the way to it, so what a
// change leaves alone stays the same object.

import type { PackedNode, Remark, StudyNote } from './types'
import type { StudyArrow, StudyCircle, StudyEval } from '../net/types'

/** A move and all that is said about it, or the root. */
export interface MoveNode {
  readonly move: string
  readonly san: string
  readonly before: string
  readonly hint: string
  readonly comments: readonly Remark[]
  readonly nags: readonly number[]
  readonly arrows: readonly StudyArrow[]
  readonly circles: readonly StudyCircle[]
  readonly eval?: StudyEval
  readonly clock?: number
  /** The number of the last event that changed the node; 0: the server does not have it yet. */
  readonly seq: number
  readonly children: readonly MoveNode[]
}

/** Returns a move about which nothing is said. */
export const blank = (move = '', san = '', seq = 0): MoveNode => ({
  move,
  san,
  before: '',
  hint: '',
  comments: [],
  nags: [],
  arrows: [],
  circles: [],
  seq,
  children: [],
})

/** Returns a node with another note; what the note lacks is empty. */
export const noted = (n: MoveNode, note: StudyNote, seq: number): MoveNode => ({
  ...blank(n.move, n.san, seq),
  children: n.children,
  before: note.before ?? '',
  hint: note.hint ?? '',
  comments: note.comments ?? [],
  nags: note.nags ?? [],
  arrows: note.arrows ?? [],
  circles: note.circles ?? [],
  ...(note.eval && { eval: note.eval }),
  ...(note.clock !== undefined && { clock: note.clock }),
})

export const childOf = (n: MoveNode, move: string): MoveNode | undefined => n.children.find((c) => c.move === move)

/** Returns the node at the end of a path of moves in UCI. */
export function nodeAt(root: MoveNode, path: readonly string[]): MoveNode | undefined {
  let n: MoveNode | undefined = root
  for (const move of path) if (!(n = childOf(n, move))) return
  return n
}

/** Changes the node at a path; without such a node nothing. */
export function update(root: MoveNode, path: readonly string[], change: (n: MoveNode) => MoveNode): MoveNode {
  const way = [root]
  for (const move of path) {
    const next = childOf(way.at(-1)!, move)
    if (!next) return root
    way.push(next)
  }
  let now = change(way.at(-1)!)
  for (let i = way.length - 2; i >= 0; i--) {
    const [parent, old] = [way[i]!, way[i + 1]!]
    if (now === old) return root
    now = { ...parent, children: parent.children.map((c) => (c === old ? now : c)) }
  }
  return now
}

/** Adds a line from the root, as far as it is missing. */
export function withLine(root: MoveNode, line: readonly { move: string; san: string }[], seq: number): MoveNode {
  let at = root
  let known = 0
  for (; known < line.length; known++) {
    const next = childOf(at, line[known]!.move)
    if (!next) break
    at = next
  }
  if (known === line.length) return root
  let added: MoveNode | undefined
  for (const { move, san } of line.slice(known).reverse())
    added = { ...blank(move, san, seq), children: added ? [added] : [] }
  return update(
    root,
    line.slice(0, known).map((m) => m.move),
    (n) => ({ ...n, children: [...n.children, added!] }),
  )
}

/** Deletes the move at a path and all that follow it. */
export const without = (root: MoveNode, path: readonly string[]): MoveNode =>
  path.length === 0
    ? root
    : update(root, path.slice(0, -1), (n) => ({ ...n, children: n.children.filter((c) => c.move !== path.at(-1)) }))

/** Adds the nodes of a tree to a node, as far as they are missing, and puts what is said at them. */
export function withTree(n: MoveNode, tree: MoveNode): MoveNode {
  const children = tree.children.map((t) => withTree(childOf(n, t.move) ?? blank(), t))
  const kept = n.children.map((c) => children.find((t) => t.move === c.move) ?? c)
  return { ...tree, children: [...kept, ...children.filter((t) => !childOf(n, t.move))] }
}

/** Puts the moves after a path in an order; those that it does not name come last. */
export function sorted(root: MoveNode, path: readonly string[], order: readonly string[]): MoveNode {
  return update(root, path, (n) => {
    const first = [...new Set(order)].flatMap((move) => childOf(n, move) ?? [])
    const children = [...first, ...n.children.filter((c) => !first.includes(c))]
    return children.every((c, i) => c === n.children[i]) ? n : { ...n, children }
  })
}

/** Reads a list of nodes, each after its parent; throws if it is damaged. */
export function unpackTree(list: readonly PackedNode[] | null | undefined, seq: number): MoveNode {
  if (!list?.length) return blank('', '', seq)
  const children: MoveNode[][] = list.map(() => [])
  const nodes = list.map((p, i) => {
    const parent = p.parent ?? 0
    if (i > 0 && (parent >= i || !p.move)) throw new Error(`the chapter is damaged at move ${i}`)
    const n = { ...noted(blank(p.move, p.san), p, p.seq || seq), children: children[i]! }
    if (i > 0) children[parent]!.push(n)
    return n
  })
  return nodes[0]!
}

/** Returns the nodes of a tree as a list, for storage, which takes no long lines of nested objects. */
export function packTree(root: MoveNode): PackedNode[] {
  const list: PackedNode[] = []
  const waiting = [{ n: root, parent: 0 }]
  for (let w = waiting.pop(); w; w = waiting.pop()) {
    const { children, ...rest } = w.n
    const index = list.length
    list.push({ ...(rest as Omit<PackedNode, 'parent'>), parent: w.parent })
    for (const n of [...children].reverse()) waiting.push({ n, parent: index })
  }
  return list
}
