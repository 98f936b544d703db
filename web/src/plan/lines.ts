// Conditional moves as a tree: the moves after the root are the opponent's, their children the
// answers, and so on.

import { root } from '../analysis/nodes'
import type { Tree } from '../analysis/tree.svelte'

/** Returns the lines of a tree in UCI, each without a last move of the opponent, which has no answer. */
export function linesOf(tree: Tree): string[][] {
  const lines: string[][] = []
  for (const m of tree.table.values()) {
    if (!tree.has(m.id) || m.id === root || m.children.length > 0) continue
    const moves = tree.moves(m.id)
    const line = moves.slice(0, moves.length - (moves.length % 2))
    if (line.length) lines.push(line)
  }
  return lines.filter(
    (line, i) => !lines.some((other, k) => k !== i && begins(other, line) && (other.length > line.length || k < i)),
  )
}

const begins = (line: string[], start: string[]) => start.every((move, i) => line[i] === move)

/** Reports whether a node is an answer: a move of the user. */
export const isAnswer = (tree: Tree, id: number): boolean => tree.get(id).ply % 2 === 0 && id !== root

/** Deletes the other answers to the move before an answer, and returns their SAN. */
export function onlyAnswer(tree: Tree, id: number): string[] {
  const others = tree.get(tree.get(id).parent!).children.filter((c) => c !== id)
  const sans = others.map((c) => tree.get(c).san)
  for (const c of others) tree.remove(c)
  return sans
}
