// What the user has changed: the moves that the page edits compared with those that it has shown.

import { root, type TreeNode } from '../analysis/nodes'
import { clean, type Change } from './merge'
import { blank, childOf, type MoveNode } from './model'
import type { NoteEdit, StudyCommand } from './types'

/** The way to a node. */
interface Way {
  before: Way | null
  move: string
  san: string
}
function listed(way: Way | null): { path: string[]; san: string[] } {
  const [path, san]: [string[], string[]] = [[], []]
  for (let w = way; w; w = w.before) {
    path.push(w.move)
    san.push(w.san)
  }
  return { path: path.reverse(), san: san.reverse() }
}

export const sameArrow = (a: { from: string; to: string; color: string }, b: typeof a): boolean =>
  a.from === b.from && a.to === b.to && a.color === b.color
export const sameCircle = (a: { at: string; color: string }, b: typeof a): boolean =>
  a.at === b.at && a.color === b.color

/** Returns the elements of a list that another one lacks. */
const less = <T>(list: readonly T[], other: readonly T[], alike: (a: T, b: T) => boolean): T[] =>
  list.filter((x) => !other.some((y) => alike(x, y)))

/** Reports whether two lists have the same elements, in any order. */
export const alike = <T>(
  a: readonly T[],
  b: readonly T[],
  same: (x: T, y: T) => boolean = (x, y) => x === y,
): boolean => a.length === b.length && less(a, b, same).length === 0

export const commentOf = (n: MoveNode, by: number): string => n.comments.find((c) => c.by === by)?.text ?? ''

/** Returns the edit of what all contributors say about a move, or null. */
function noteEdit(n: MoveNode, m: TreeNode): NoteEdit | null {
  const e: NoteEdit = {}
  if (clean(m.before) !== n.before) e.before = { was: n.before, text: m.before }
  if (clean(m.hint ?? '') !== n.hint) e.hint = { was: n.hint, text: m.hint ?? '' }
  const equal = (a: number, b: number) => a === b
  const parts = {
    addNags: less(m.nags, n.nags, equal),
    removeNags: less(n.nags, m.nags, equal),
    addArrows: less(m.arrows, n.arrows, sameArrow),
    // One that has another color now is replaced, not removed.
    removeArrows: less(n.arrows, m.arrows, (a, b) => a.from === b.from && a.to === b.to),
    addCircles: less(m.circles, n.circles, sameCircle),
    removeCircles: less(n.circles, m.circles, (a, b) => a.at === b.at),
  }
  Object.assign(e, Object.fromEntries(Object.entries(parts).filter(([, list]) => list.length)))
  return Object.keys(e).length ? e : null
}

/** Returns the changes that make of the moves of a chapter what the table has. By is the user's number. */
export function diff(
  from: MoveNode,
  table: ReadonlyMap<number, TreeNode>,
  by: number,
  chapter: string,
  base: number,
): Change[] {
  const out: Change[] = []
  const emit = (
    way: Way | null,
    command: Omit<StudyCommand, 'base' | 'chapter' | 'path'>,
    more: readonly string[] = [],
  ) => {
    const { path, san } = listed(way)
    out.push({ command: { ...command, base, chapter, path }, san: [...san, ...more] })
  }
  const waiting: { n: MoveNode; m: TreeNode; way: Way | null }[] = [{ n: from, m: table.get(root)!, way: null }]
  for (let w = waiting.pop(); w; w = waiting.pop()) {
    const { n, m, way } = w
    const edit = noteEdit(n, m)
    if (edit) emit(way, { kind: 'note', edit })
    const was = commentOf(n, by)
    if (clean(m.after) !== was) emit(way, { kind: 'comment', comment: { was, text: m.after } })

    const children = m.children.map((id) => table.get(id)!)
    for (const c of n.children)
      if (!children.some((t) => t.move === c.move)) emit({ before: way, move: c.move, san: c.san }, { kind: 'cut' })
    const order = n.children.filter((c) => children.some((t) => t.move === c.move)).map((c) => c.move)
    const next = children.map((t) => {
      let known = childOf(n, t.move)
      if (!known) {
        const line = lineFrom(t, table)
        // An undo: what the commands that follow cannot bring back, the server has kept.
        if (hasOthers(t, table)) emit({ before: way, move: t.move, san: t.san }, { kind: 'restore' })
        emit(
          way,
          { kind: 'line', moves: line.map((x) => x.move) },
          line.map((x) => x.san),
        )
        for (const x of [...line].reverse()) known = { ...blank(x.move, x.san), children: known ? [known] : [] }
        order.push(t.move)
      }
      return { n: known!, m: t, way: { before: way, move: t.move, san: t.san } }
    })
    if (order.some((move, i) => move !== children[i]!.move))
      emit(way, { kind: 'sort', order: children.map((t) => t.move) })
    for (const x of next.reverse()) waiting.push(x)
  }
  return out
}

/** Returns a move and the line that continues it. */
function lineFrom(first: TreeNode, table: ReadonlyMap<number, TreeNode>): TreeNode[] {
  const line = [first]
  for (let m = first; m.children.length;) line.push((m = table.get(m.children[0]!)!))
  return line
}

/** Reports whether a line has what only the server can add: comments of others, evaluations and clocks. */
function hasOthers(first: TreeNode, table: ReadonlyMap<number, TreeNode>): boolean {
  const waiting = [first]
  for (let m = waiting.pop(); m; m = waiting.pop()) {
    if (m.others?.length || m.eval || m.clock !== undefined) return true
    for (const id of m.children) waiting.push(table.get(id)!)
  }
  return false
}
