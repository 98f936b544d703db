// The tree of moves of a study: where one is, what is said, and every edit of it
// with its undoing. It knows no rule: moves come with their notation.

import { LimitError, limits, TreeEdit } from './edit'
import { toGame, inOrder, root, type Head, type TreeNode, type NodeTable } from './nodes'
import { pack, unpack, type Packed } from './packed'
import type { StudyArrow, StudyCircle, StudyGame } from '../lib/types'

/** An edit: the records before and after it, and where one stood. */
interface Edit {
  changes: Map<number, [TreeNode | undefined, TreeNode | undefined]>
  head?: [Head, Head]
  at: [number, number]
  /** Edits with the same key, one after the other, are one: typing in a comment. */
  key?: string
}

export class Tree {
  /** Changes with every edit. */
  version = $state(0)
  /** Where one is. */
  current = $state(root)
  head = $state.raw<Head>()!

  #table: NodeTable = new Map()
  #next = 1
  #lineEnd = root // the end of the line that one leafs through
  #done: Edit[] = []
  #undone: Edit[] = []
  #count = $state({ done: 0, undone: 0 })

  constructor(packed: Packed) {
    this.load(packed)
  }

  /** Begins anew with a study, at the move to which the steps lead; nothing of before can be brought back. */
  load(packed: Packed, at: readonly number[] = []): void {
    const { head, table } = unpack(packed)
    this.head = head
    this.#table = table
    this.#next = table.size
    this.#done = []
    this.#undone = []
    this.#counted()
    this.version++
    this.#lineEnd = root
    this.goPath(at)
  }
  /** Goes from the root by the given children, as far as there are such. */
  goPath(steps: readonly number[]): void {
    let m = this.get(root)
    for (const i of steps) {
      const next = m.children[i]
      if (next === undefined) break
      m = this.get(next)
    }
    this.go(m.id)
  }

  // ---- what is so

  /** The records themselves, for reading many; only the tree changes them. */
  get table(): ReadonlyMap<number, TreeNode> {
    void this.version
    return this.#table
  }
  get(id: number): TreeNode {
    return this.table.get(id)!
  }
  get here(): TreeNode {
    return this.get(this.current)
  }
  get size(): number {
    void this.version
    return inOrder(this.#table).length - 1
  }
  get canUndo(): boolean {
    return this.#count.done > 0
  }
  get canRedo(): boolean {
    return this.#count.undone > 0
  }
  game(): StudyGame {
    void this.version
    return toGame(this.head, this.#table)
  }

  packed(): Packed {
    return pack(this.head, this.#table)
  }

  /** The moments from the first move to that one. */
  path(id = this.current): TreeNode[] {
    const table = this.table
    const out: TreeNode[] = []
    for (let m = table.get(id)!; m.parent !== null; m = table.get(m.parent)!) out.push(m)
    return out.reverse()
  }
  moves(id = this.current): string[] {
    return this.path(id).map((m) => m.move)
  }
  /** Which child was taken each time, from the root. */
  childPath(id = this.current): number[] {
    const table = this.table
    return this.path(id).map((m) => table.get(m.parent!)!.children.indexOf(m.id))
  }
  /** The end of the line that goes on from a moment. */
  lineEnd(id: number): number {
    const table = this.table
    let m = table.get(id)!
    while (m.children.length) m = table.get(m.children[0]!)!
    return m.id
  }
  mainLine(): TreeNode[] {
    return this.path(this.lineEnd(root))
  }
  /** Whether only first children lead to a moment. */
  isMain(id = this.current): boolean {
    const table = this.table
    return this.path(id).every((m) => table.get(m.parent!)!.children[0] === m.id)
  }
  has(id: number): boolean {
    const table = this.table
    for (let m = table.get(id); m; m = table.get(m.parent!)) {
      if (m.parent === null) return true
      if (!table.get(m.parent)?.children.includes(m.id)) return false
    }
    return false
  }
  /** The last moment on the line to another, itself included, at which there was a choice. */
  branch(id = this.current): TreeNode | null {
    const table = this.table
    return this.path(id).findLast((m) => table.get(m.parent!)!.children.length > 1) ?? null
  }

  // ---- leafing

  go(id: number): void {
    this.current = id
    if (!this.path(this.#lineEnd).some((m) => m.id === id) && id !== root) this.#lineEnd = id
  }
  first(): void {
    this.go(root)
    this.#lineEnd = root
  }
  back(): void {
    const parent = this.here.parent
    if (parent !== null) this.go(parent)
  }
  /** Goes on along the line from which one came back, else along the first. */
  forward(): void {
    const next = this.next()
    if (next !== undefined) this.go(next)
  }
  next(): number | undefined {
    const line = this.path(this.#lineEnd)
    const i = line.findIndex((m) => m.parent === this.current)
    return i >= 0 ? line[i]!.id : this.here.children[0]
  }
  last(): void {
    const line = this.path(this.#lineEnd)
    this.go(this.lineEnd(this.current === root || line.some((m) => m.id === this.current) ? this.#lineEnd : this.current))
  }
  /** Goes to another variation of the last choice on the line here: by +1 the next, by −1 the one before. */
  switchVariation(by: 1 | -1): void {
    const at = this.branch()
    if (!at) return
    const all = this.get(at.parent!).children
    const next = all[all.indexOf(at.id) + by]
    if (next !== undefined) this.go(next)
  }

  // ---- edits

  /** Follows a move that is there, or else adds it, and goes to it. */
  play(move: string, san: string): void {
    const known = this.child(this.current, move)
    if (known !== undefined) return this.go(known)
    this.#edit((e) => e.add(this.here, move, san))
  }
  child(id: number, move: string): number | undefined {
    return this.get(id).children.find((c) => this.get(c).move === move)
  }
  /** Adds a line of moves behind a moment, as far as it is not there, and goes to its first. */
  addLine(from: number, line: { move: string; san: string }[]): void {
    let known = from
    let i = 0
    for (; i < line.length; i++) {
      const next = this.child(known, line[i]!.move)
      if (next === undefined) break
      known = next
    }
    if (i < line.length) {
      this.#edit((e) => {
        let m = e.get(known)
        for (const { move, san } of line.slice(i)) m = e.get(e.add(m, move, san))
        return this.current
      })
    }
    const first = line[0] && this.child(from, line[0].move)
    if (first !== undefined) this.go(first)
  }

  /** Puts a variation one place earlier among its siblings. */
  promote(id = this.current): void {
    const at = this.path(id).findLast((m) => this.get(m.parent!).children[0] !== m.id)
    if (at) this.#edit((e) => (e.moveForward(at.id, 1), this.current))
  }
  /** Makes the line to a moment the main line. */
  makeMain(id = this.current): void {
    if (!this.isMain(id)) this.#edit((e) => (this.path(id).forEach((m) => e.moveForward(m.id, Infinity)), this.current))
  }
  /** Deletes a move and all that follow. */
  remove(id = this.current): void {
    const m = this.get(id)
    if (m.parent === null) return
    const inside = this.path().some((p) => p.id === id)
    this.#edit((e) => {
      const parent = e.get(m.parent!)
      e.set({ ...parent, children: parent.children.filter((c) => c !== id) })
      return inside ? parent.id : this.current
    })
  }
  /** Leaves only the line to a moment and what goes on from it. */
  removeOthers(id = this.current): void {
    const line = new Set(this.path(this.lineEnd(id)).map((m) => m.id))
    this.#edit((e) => {
      for (const at of [root, ...line]) {
        const m = e.get(at)
        if (m.children.length > 1) e.set({ ...m, children: m.children.filter((c) => line.has(c)) })
      }
      return line.has(this.current) ? this.current : (this.path().findLast((m) => line.has(m.id))?.id ?? root)
    })
  }

  setComment(where: 'before' | 'after', text: string, id = this.current): void {
    if (this.get(id)[where] !== text) this.#edit((e) => (e.set({ ...e.get(id), [where]: text }), this.current), `${where} ${id}`)
  }
  setNags(nags: number[], id = this.current): void {
    if (this.get(id).parent !== null) this.#edit((e) => (e.set({ ...e.get(id), nags }), this.current))
  }
  /** Draws an arrow, in another color if it is there, or takes it away if just that is there. */
  toggleArrow(a: StudyArrow, id = this.current): void {
    const rest = this.get(id).arrows.filter((b) => b.from !== a.from || b.to !== a.to)
    const there = this.get(id).arrows.some((b) => b.from === a.from && b.to === a.to && b.color === a.color)
    this.#setShapes(id, there ? rest : [...rest, a], this.get(id).circles)
  }
  toggleCircle(c: StudyCircle, id = this.current): void {
    const rest = this.get(id).circles.filter((b) => b.at !== c.at)
    const there = this.get(id).circles.some((b) => b.at === c.at && b.color === c.color)
    this.#setShapes(id, this.get(id).arrows, there ? rest : [...rest, c])
  }
  clearShapes(id = this.current): void {
    const m = this.get(id)
    if (m.arrows.length || m.circles.length) this.#setShapes(id, [], [])
  }
  #setShapes(id: number, arrows: readonly StudyArrow[], circles: readonly StudyCircle[]): void {
    if (Math.max(arrows.length, circles.length) > limits.drawn) throw new LimitError('drawn')
    this.#edit((e) => (e.set({ ...e.get(id), arrows, circles }), this.current))
  }
  setHead(head: Partial<Head>, key?: string): void {
    this.#edit((e) => ((e.head = { ...this.head, ...head }), this.current), key)
  }

  undo(): void {
    const edit = this.#done.pop()
    if (edit) this.#apply(edit, 0, this.#undone)
  }
  redo(): void {
    const edit = this.#undone.pop()
    if (edit) this.#apply(edit, 1, this.#done)
  }
  #apply(edit: Edit, to: 0 | 1, onto: Edit[]): void {
    for (const [id, records] of edit.changes) {
      const record = records[to]
      if (record) this.#table.set(id, record)
      else this.#table.delete(id)
    }
    if (edit.head) this.head = edit.head[to]
    onto.push({ ...edit, key: undefined })
    this.#counted()
    this.version++
    if (!this.has(this.#lineEnd)) this.#lineEnd = root
    this.go(this.has(edit.at[to]) ? edit.at[to] : root)
  }

  /** Makes an edit, which returns where one is after it. If it throws, nothing has changed. */
  #edit(f: (e: TreeEdit) => number, key?: string): void {
    const edit = new TreeEdit(this.#table, () => this.#next++)
    const from = this.current
    const to = f(edit)
    if (edit.changed.size === 0 && !edit.head) return this.go(to)
    const changes: Edit['changes'] = new Map([...edit.changed].map(([id, m]) => [id, [this.#table.get(id), m]]))
    for (const [id, m] of edit.changed) this.#table.set(id, m)
    const head: [Head, Head] | undefined = edit.head && [this.head, edit.head]
    if (edit.head) this.head = edit.head
    const before = this.#done.at(-1)
    if (key && before?.key === key) {
      for (const [id, [, m]] of changes) before.changes.set(id, [before.changes.get(id)?.[0] ?? this.#table.get(id), m])
      if (head) before.head = [before.head?.[0] ?? head[0], head[1]]
      before.at[1] = to
    } else {
      this.#done.push({ changes, head, at: [from, to], key })
      if (this.#done.length > limits.edits) this.#done.shift()
    }
    this.#undone = []
    this.#counted()
    this.version++
    if (!this.has(this.#lineEnd)) this.#lineEnd = root
    this.go(to)
  }
  #counted(): void {
    this.#count = { done: this.#done.length, undone: this.#undone.length }
  }
}
