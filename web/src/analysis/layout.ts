// The layout of a tree as text: the main line in rows of two moves, with comments and
// variations in between.

import { firstMove, label } from '../rules/numbers'
import { root, type TreeNode } from './nodes'
import type { Tree } from './tree.svelte'

export type Block =
  | { kind: 'row'; key: string; number: number; white: TreeNode | null; black: TreeNode | null }
  | { kind: 'note'; key: string; text: string; by?: number }
  | { kind: 'variations'; key: string; replaced: TreeNode; variations: TreeNode[] }

/**
 * Returns the blocks of the main line. Unchanged blocks are the same objects as before, so that little is rendered
 * again.
 */
export function blocks(tree: Tree, before: Block[] = []): Block[] {
  const { number, black } = firstMove(tree.head.fen)
  const table = tree.table
  const out: Block[] = []
  let open: Extract<Block, { kind: 'row' }> | null = null
  const note = (of: TreeNode, text: string, where: string) => {
    if (text) out.push({ kind: 'note', key: `${where}${of.id}`, text })
  }
  const after = (of: TreeNode) => {
    note(of, of.after, 'a')
    for (const { by, text } of of.others ?? []) out.push({ kind: 'note', key: `o${of.id} ${by}`, text, by })
  }
  after(table.get(root)!)
  for (const m of tree.mainLine()) {
    const place = m.ply - 1 + (black ? 1 : 0)
    if (m.before) {
      open = null
      note(m, m.before, 'b')
    }
    if (place % 2 === 1 && open) open.black = m
    else {
      open = {
        kind: 'row',
        key: `m${m.id}`,
        number: number + Math.floor(place / 2),
        white: place % 2 ? null : m,
        black: place % 2 ? m : null,
      }
      out.push(open)
    }
    const variations = siblings(table, m)
    if (m.after || m.others?.length || variations.length) open = null
    after(m)
    if (variations.length) out.push({ kind: 'variations', key: `v${m.id}`, replaced: m, variations })
  }
  const old = new Map(before.map((b) => [b.key, b]))
  return reuse(
    before,
    out.map((b) => reuse(old.get(b.key), b)),
  )
}

/** Returns the alternatives to a first child. */
function siblings(table: ReadonlyMap<number, TreeNode>, m: TreeNode): TreeNode[] {
  return table
    .get(m.parent!)!
    .children.slice(1)
    .map((c) => table.get(c)!)
}

/** A part of a variation: a move, with its number where it needs one, or the variations to a move. */
export type Part =
  { kind: 'move'; m: TreeNode; number: string } | { kind: 'variations'; replaced: TreeNode; variations: TreeNode[] }

/** Returns the parts of the variation that begins with a node; the same list as before if nothing has changed. */
export function partsOf(tree: Tree, first: TreeNode, before: Part[] = []): Part[] {
  const out: Part[] = []
  const { black } = firstMove(tree.head.fen)
  const table = tree.table
  let numbered = true
  for (let m: TreeNode | undefined = first; m; m = m.children.length ? table.get(m.children[0]!) : undefined) {
    const white = (m.ply - 1 + (black ? 1 : 0)) % 2 === 0
    out.push({ kind: 'move', m, number: numbered || white || m.before ? label(tree.head.fen, m.ply) : '' })
    numbered = m.after !== '' || !!m.others?.length
    const variations = m.id === first.id ? [] : siblings(table, m)
    if (variations.length) {
      out.push({ kind: 'variations', replaced: m, variations })
      numbered = true
    }
  }
  return reuse(
    before,
    out.map((p, i) => reuse(before[i], p)),
  )
}

/** Returns the old object if both have the same values, comparing lists by their elements. */
function reuse<T extends object>(before: T | undefined, now: T): T {
  if (!before) return now
  const keys = Object.keys(now) as (keyof T)[]
  if (Object.keys(before).length !== keys.length) return now
  const same = (a: unknown, b: unknown) =>
    a === b || (Array.isArray(a) && Array.isArray(b) && a.length === b.length && a.every((x, i) => x === b[i]))
  return keys.every((k) => same(before[k], now[k])) ? before : now
}
