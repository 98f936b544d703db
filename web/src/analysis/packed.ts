// The stored form of a study: a flat list, since storage does not take a game of a thousand
// nested moves.

import { newNode, inOrder, root, toTable, type Head, type TreeNode, type NodeTable } from './nodes'
import type { StudyArrow, StudyCircle, StudyEval, StudyGame, StudyNode } from '../net/types'

/** A node; p is the index of its parent in the list. The first one is the root. */
interface PackedMove {
  p?: number
  m?: string
  s?: string
  b?: string
  a?: string
  n?: number[]
  r?: StudyArrow[]
  c?: StudyCircle[]
  e?: StudyEval
  k?: number
}
export interface Packed {
  head: Head
  moves: PackedMove[]
}

export function pack(head: Head, table: NodeTable): Packed {
  const place = new Map<number, number>()
  const moves = inOrder(table).map((m, i): PackedMove => {
    place.set(m.id, i)
    return {
      ...(m.parent === null ? {} : { p: place.get(m.parent)!, m: m.move, s: m.san }),
      ...(m.before && { b: m.before }),
      ...(m.after && { a: m.after }),
      ...(m.nags.length && { n: [...m.nags] }),
      ...(m.arrows.length && { r: [...m.arrows] }),
      ...(m.circles.length && { c: [...m.circles] }),
      ...(m.eval && { e: m.eval }),
      ...(m.clock !== undefined && { k: m.clock }),
    }
  })
  return { head: { ...head, tags: [...head.tags] }, moves }
}

/** Unpacks a study; throws if it is damaged. */
export function unpack(packed: Packed): { head: Head; table: NodeTable } {
  const table: NodeTable = new Map()
  const children: number[][] = packed.moves.map(() => [])
  packed.moves.forEach((m, i) => {
    const parent = m.p === undefined ? null : (table.get(m.p) ?? null)
    if ((i === root) !== (parent === null)) throw new Error(`the stored study is damaged at move ${i}`)
    if (parent) children[parent.id]!.push(i)
    const node: TreeNode = {
      ...newNode(i, parent, m.m ?? '', m.s ?? ''),
      before: m.b ?? '',
      after: m.a ?? '',
      nags: m.n ?? [],
      arrows: (m.r ?? []).map(recolored),
      circles: (m.c ?? []).map(recolored),
      eval: m.e,
      clock: m.k === undefined ? undefined : Math.round(m.k), // the first games with clocks stored fractions
      children: children[i]!,
    }
    table.set(i, node)
  })
  if (!table.has(root)) throw new Error('the stored study is empty')
  return { head: packed.head, table }
}

/** Returns a shape with its color, which the first versions stored as colour. */
function recolored<T extends StudyArrow | StudyCircle>(shape: T & { colour?: T['color'] }): T {
  const { colour, ...rest } = shape
  return colour ? ({ ...rest, color: colour } as unknown as T) : shape
}

/** Packs a game. */
export function packGame(game: StudyGame): Packed {
  const { variant, title, fen, tags, result, reason } = game
  return pack({ variant, title, fen, tags, result, ...(reason && { reason }) }, toTable(game))
}

/** Returns the number of plies of a game's main line. */
export function mainPlies(game: StudyGame): number {
  let n = 0
  for (let node: StudyNode | undefined = game.root.children[0]; node; node = node.children[0]) n++
  return n
}
