// How a tree is set on a page: the main line in rows of two moves, comments and
// variations between them.

import { label, origin } from '../game/numbers'
import { root, type Moment } from './moments'
import type { Tree } from './tree.svelte'

export type Block =
  | { kind: 'row'; key: string; number: number; white: Moment | null; black: Moment | null }
  | { kind: 'note'; key: string; text: string; of: Moment }
  | { kind: 'lines'; key: string; instead: Moment; firsts: Moment[] }

/** The blocks of the main line, in order. */
export function blocks(tree: Tree): Block[] {
  const { number, black } = origin(tree.head.fen)
  const out: Block[] = []
  let open: Extract<Block, { kind: 'row' }> | null = null
  const note = (of: Moment, text: string, where: string) => {
    if (text) out.push({ kind: 'note', key: `${where}${of.id}`, text, of })
  }
  note(tree.get(root), tree.get(root).after, 'a')
  for (const m of tree.mainline()) {
    const place = m.ply - 1 + (black ? 1 : 0)
    if (m.before) {
      open = null
      note(m, m.before, 'b')
    }
    if (place % 2 === 1 && open) open.black = m
    else {
      open = { kind: 'row', key: `m${m.id}`, number: number + Math.floor(place / 2), white: place % 2 ? null : m, black: place % 2 ? m : null }
      out.push(open)
    }
    const firsts = tree.get(m.parent!).children.slice(1).map((c) => tree.get(c))
    if (m.after || firsts.length) open = null
    note(m, m.after, 'a')
    if (firsts.length) out.push({ kind: 'lines', key: `v${m.id}`, instead: m, firsts })
  }
  return out
}

/** A piece of a variation as it runs on: a move with its number where it needs one, or the variations to a move. */
export type Piece = { kind: 'move'; m: Moment; number: string } | { kind: 'lines'; instead: Moment; firsts: Moment[] }

/** The pieces of the variation that begins with a moment. */
export function pieces(tree: Tree, first: Moment): Piece[] {
  const out: Piece[] = []
  const { black } = origin(tree.head.fen)
  let numbered = true
  for (let m: Moment | undefined = first; m; m = m.children.length ? tree.get(m.children[0]!) : undefined) {
    const white = (m.ply - 1 + (black ? 1 : 0)) % 2 === 0
    out.push({ kind: 'move', m, number: numbered || white || m.before ? label(tree.head.fen, m.ply) : '' })
    numbered = m.after !== ''
    const siblings = m.id === first.id ? [] : tree.get(m.parent!).children.slice(1)
    if (siblings.length) {
      out.push({ kind: 'lines', instead: m, firsts: siblings.map((c) => tree.get(c)) })
      numbered = true
    }
  }
  return out
}
