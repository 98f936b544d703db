// What the moves of a chapter show of the other people who see it.

import { root } from '../analysis/nodes'
import type { Company } from '../analysis/company'
import type { Tree } from '../analysis/tree.svelte'
import type { MoveNode } from './model'
import type { Replica } from './replica'
import type { StudyCursor } from './types'

/** Returns the node that another page shows in this chapter, as far as it is there. */
export function nodeOf(tree: Tree, { path }: StudyCursor): number {
  let at = root
  for (const move of (path ?? '').split(' ').filter(Boolean)) {
    const next = tree.child(at, move)
    if (next === undefined) break
    at = next
  }
  return at
}

/** Returns what the user sees of others; here are all pages, drop deletes the comment of a person at a node. */
export function companyOf(
  replica: Replica,
  chapter: string,
  tree: Tree,
  here: readonly StudyCursor[],
  drop: (id: number, person: number) => void,
): Company {
  const { edit = false, comment = false, role } = replica.mine
  const known = !edit && replica.local.length ? replica.moves(chapter, false) : undefined
  return {
    person: (by) => replica.person(by),
    standing: standing(
      tree,
      here.filter((c) => c.chapter === chapter),
    ),
    local: known ? tried(tree, known) : new Set(),
    edit,
    comment,
    hints: replica.chapters().find((c) => c.id === chapter)?.mode === 'find',
    ...(role === 'owner' && { dropComment: drop }),
  }
}

/** Returns the names of those who look at a move, by node. */
function standing(tree: Tree, here: readonly StudyCursor[]): Map<number, string[]> {
  const all = new Map<number, string[]>()
  for (const c of here) {
    const at = nodeOf(tree, c)
    const names = all.get(at) ?? []
    if (c.name && !names.includes(c.name)) all.set(at, [...names, c.name])
  }
  return all
}

/** Returns the nodes that are not among the known moves: a reader has tried them. */
function tried({ table }: Tree, known: MoveNode): Set<number> {
  const all = new Set<number>()
  const waiting: { id: number; n: MoveNode | undefined }[] = [{ id: root, n: known }]
  for (let w = waiting.pop(); w; w = waiting.pop()) {
    if (!w.n) all.add(w.id)
    for (const id of table.get(w.id)!.children)
      waiting.push({ id, n: w.n?.children.find((c) => c.move === table.get(id)!.move) })
  }
  return all
}
