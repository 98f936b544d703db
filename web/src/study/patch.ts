// Brings the moves that the page edits to what is to be shown. What is the same already is left alone.

import type { TreeEdit } from '../analysis/edit'
import { root, type Remarks, type TreeNode } from '../analysis/nodes'
import { alike, commentOf, sameArrow, sameCircle } from './diff'
import { clean } from './merge'
import type { MoveNode } from './model'

/** Changes the tree of an edit. By is the user's number: the user's own comments can be edited. */
export function patch(e: TreeEdit, to: MoveNode, by: number): void {
  const waiting: { n: MoveNode; id: number }[] = [{ n: to, id: root }]
  for (let w = waiting.pop(); w; w = waiting.pop()) {
    const { n, id } = w
    let m = e.get(id)
    const said = sayings(m, n, by)
    if (said) e.set((m = { ...m, ...said }))
    const known = new Map(m.children.map((c) => [e.get(c).move, c]))
    const children = n.children.map((c) => ({ n: c, id: known.get(c.move) ?? e.make(m, c.move, c.san) }))
    if (children.length !== m.children.length || children.some((c, i) => c.id !== m.children[i]))
      e.set({ ...e.get(id), children: children.map((c) => c.id) })
    waiting.push(...children)
  }
}

/**
 * Returns what of a node differs, or null. A text that is being typed stays as it is if it is the same for the server.
 */
function sayings(m: TreeNode, n: MoveNode, by: number): Partial<TreeNode> | null {
  const out: { -readonly [K in keyof TreeNode]?: TreeNode[K] } = {}
  const own = commentOf(n, by)
  if (clean(m.after) !== own) out.after = own
  if (clean(m.before) !== n.before) out.before = n.before
  if (clean(m.hint ?? '') !== n.hint) out.hint = n.hint
  const others: Remarks = n.comments.filter((c) => c.by !== by)
  const before = m.others ?? []
  if (others.length !== before.length || others.some((c, i) => c.by !== before[i]!.by || c.text !== before[i]!.text))
    out.others = others
  if (!alike(m.nags, n.nags)) out.nags = n.nags
  if (!alike(m.arrows, n.arrows, sameArrow)) out.arrows = n.arrows
  if (!alike(m.circles, n.circles, sameCircle)) out.circles = n.circles
  if (m.eval !== n.eval && JSON.stringify(m.eval) !== JSON.stringify(n.eval)) out.eval = n.eval
  if (m.clock !== n.clock) out.clock = n.clock
  if (m.parent !== null && m.san !== n.san && n.san) out.san = n.san
  return Object.keys(out).length ? out : null
}
