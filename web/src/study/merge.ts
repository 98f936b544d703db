// What commands make of a chapter. The server decides; until it has, the page shows what it will
// decide if no one else does anything, by the same rules.

import { nodeAt, sorted, update, withLine, without, type MoveNode } from './model'
import type { NoteEdit, StudyCommand, TextEdit } from './types'

/** A command about moves, with their SAN for what the page shows. */
export interface Change {
  command: StudyCommand
  /** Of the path and the moves after it. */
  san?: readonly string[]
}

/** Returns a text as the server stores it. */
export const clean = (text: string): string =>
  text && // most moves have none
  text
    .replace(/\r\n?/g, '\n')
    .replace(/[^\S\n]/g, ' ')
    .replace(/ +$/gm, '')
    .replace(/^[\n ]+|[\n ]+$/g, '')

/** Returns a text between line breaks, so that searches find whole lines. */
const lines = (text: string): string => `\n${text}\n`

/** Returns what a text becomes that is now, if an edit has made text of was. */
export function mergeText(now: string, e: TextEdit): string {
  const [was, text] = [clean(e.was), clean(e.text)]
  if (now === was || now === '') return text
  if (text === was || text === '' || lines(now).includes(lines(text))) return now
  if (lines(text).includes(lines(now))) return text
  if (was && lines(now).split(lines(was)).length === 2) return clean(lines(now).replace(lines(was), () => lines(text)))
  return `${now}\n${text}`
}

/** Removes what is alike, and adds. */
function edited<T>(
  list: readonly T[],
  add: readonly T[] = [],
  remove: readonly T[] = [],
  alike: (a: T, b: T) => boolean,
): readonly T[] {
  const out = list.filter((x) => !remove.some((r) => alike(x, r)))
  for (const x of add) {
    const i = out.findIndex((y) => alike(x, y))
    if (i >= 0) out[i] = x
    else out.push(x)
  }
  return out
}

const annotated = (n: MoveNode, e: NoteEdit): MoveNode => ({
  ...n,
  before: e.before ? mergeText(n.before, e.before) : n.before,
  hint: e.hint ? mergeText(n.hint, e.hint) : n.hint,
  nags: edited(n.nags, e.addNags, e.removeNags, (a, b) => a === b),
  arrows: edited(n.arrows, e.addArrows, e.removeArrows, (a, b) => a.from === b.from && a.to === b.to),
  circles: edited(n.circles, e.addCircles, e.removeCircles, (a, b) => a.at === b.at),
})

function commented(n: MoveNode, by: number, e: TextEdit): MoveNode {
  const now = n.comments.find((c) => c.by === by)?.text ?? ''
  const text = mergeText(now, e)
  if (text === now) return n
  const comments = n.comments.some((c) => c.by === by)
    ? n.comments.map((c) => (c.by === by ? { by, text } : c))
    : [...n.comments, { by, text }]
  return { ...n, comments: comments.filter((c) => c.text) }
}

/** Reports whether the author of a command has seen a node; what the server does not have yet is the author's. */
const seen = (n: MoveNode, base: number) => n.seq <= base

/** Returns the lines that a cut deletes: not those that the author has not seen. */
function cuts(n: MoveNode, path: readonly string[], base: number): { kept: boolean; paths: (readonly string[])[] } {
  const below = n.children.map((c) => ({ path: [...path, c.move], ...cuts(c, [...path, c.move], base) }))
  const kept = !seen(n, base) || below.some((b) => b.kept)
  return { kept, paths: kept ? below.flatMap((b) => (b.kept ? b.paths : [b.path])) : [path] }
}

/** Returns the chapter after a command of a person, by number. */
export function carryOut(root: MoveNode, { command: c, san = [] }: Change, by: number): MoveNode {
  const path = c.path ?? []
  const line = [...path, ...(c.moves ?? [])].map((move, i) => ({ move, san: san[i] ?? move }))
  switch (c.kind) {
    case 'line':
      return withLine(root, line, 0)
    case 'cut': {
      const n = path.length ? nodeAt(root, path) : undefined
      return n ? cuts(n, path, c.base).paths.reduce(without, root) : root
    }
    case 'sort':
      return sorted(root, path, c.order ?? [])
    case 'note':
      return update(withLine(root, line, 0), path, (n) => annotated(n, c.edit ?? {}))
    case 'comment':
      return update(withLine(root, line, 0), path, (n) => commented(n, by, c.comment ?? { was: '', text: '' }))
    case 'remove-comment':
      return update(root, path, (n) => ({ ...n, comments: n.comments.filter((o) => o.by !== c.person) }))
    default:
      return root
  }
}

/** Joins a text edit with a later one of the same text. */
export const joined = (a: TextEdit | undefined, b: TextEdit | undefined): TextEdit | undefined =>
  a && b ? { was: a.was, text: b.text } : (b ?? a)

/** Returns one change for two that follow each other, or undefined: texts that are typed are one change. */
export function join(a: Change, b: Change): Change | undefined {
  const [x, y] = [a.command, b.command]
  if (x.kind !== y.kind || x.chapter !== y.chapter || x.path?.join() !== y.path?.join()) return
  if (x.kind === 'comment') return { ...b, command: { ...y, base: x.base, comment: joined(x.comment, y.comment)! } }
  if (x.kind !== 'note' || !isText(x.edit) || !isText(y.edit)) return
  const [before, hint] = [joined(x.edit?.before, y.edit?.before), joined(x.edit?.hint, y.edit?.hint)]
  return { ...b, command: { ...y, base: x.base, edit: { ...(before && { before }), ...(hint && { hint }) } } }
}
const isText = (e: NoteEdit | undefined) => Object.keys(e ?? {}).every((k) => k === 'before' || k === 'hint')
