// The tree of moves of a study with its current node, and its edits. It knows no rules:
// moves come with their SAN.

import { LimitError, limits, TreeEdit } from './edit'
import { History, type Change } from './history.svelte'
import { toGame, inOrder, root, type Head, type TreeNode, type NodeTable } from './nodes'
import { pack, unpack, type Packed } from './packed'
import type { StudyArrow, StudyCircle, StudyGame } from '../net/types'

export class Tree {
  /** Increases with every edit. */
  version = $state(0)
  /** The current node. */
  current = $state(root)
  head = $state.raw<Head>()!

  #table: NodeTable = new Map()
  #next = 1
  #lineEnd = root // the end of the line that forward follows
  #history = new History()

  constructor(packed: Packed) {
    this.load(packed)
  }

  /** Replaces the study and its history, and goes to the node at a path. */
  load(packed: Packed, at: readonly number[] = []): void {
    const { head, table } = unpack(packed)
    this.head = head
    this.#table = table
    this.#next = table.size
    this.#history.clear()
    this.version++
    this.#lineEnd = root
    this.goPath(at)
  }
  /** Goes from the root to the given child of each node, as far as they exist. */
  goPath(path: readonly number[]): void {
    let m = this.get(root)
    for (const i of path) {
      const next = m.children[i]
      if (next === undefined) break
      m = this.get(next)
    }
    this.go(m.id)
  }

  // ---- state

  /** The nodes, to read many of them; only the tree changes them. */
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
    return this.#history.canUndo
  }
  get canRedo(): boolean {
    return this.#history.canRedo
  }
  game(): StudyGame {
    void this.version
    return toGame(this.head, this.#table)
  }

  packed(): Packed {
    return pack(this.head, this.#table)
  }

  /** Returns the nodes from the first move to a node. */
  path(id = this.current): TreeNode[] {
    const table = this.table
    const out: TreeNode[] = []
    for (let m = table.get(id)!; m.parent !== null; m = table.get(m.parent)!) out.push(m)
    return out.reverse()
  }
  moves(id = this.current): string[] {
    return this.path(id).map((m) => m.move)
  }
  /** Returns the index of each child on the path from the root to a node. */
  childPath(id = this.current): number[] {
    const table = this.table
    return this.path(id).map((m) => table.get(m.parent!)!.children.indexOf(m.id))
  }
  /** Returns the last node of the line that continues a node. */
  lineEnd(id: number): number {
    const table = this.table
    let m = table.get(id)!
    while (m.children.length) m = table.get(m.children[0]!)!
    return m.id
  }
  mainLine(): TreeNode[] {
    return this.path(this.lineEnd(root))
  }
  /** Reports whether a node is on the main line. */
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
  /** Returns the last node with siblings on the path to a node, or null. */
  branch(id = this.current): TreeNode | null {
    const table = this.table
    return this.path(id).findLast((m) => table.get(m.parent!)!.children.length > 1) ?? null
  }

  // ---- navigation

  go(id: number): void {
    this.current = id
    if (!this.path(this.#lineEnd).some((m) => m.id === id) && id !== root) this.#lineEnd = id
  }
  get atStart(): boolean {
    return this.current === root
  }
  get atEnd(): boolean {
    return this.next() === undefined
  }
  first(): void {
    this.go(root)
    this.#lineEnd = root
  }
  back(): void {
    const parent = this.here.parent
    if (parent !== null) this.go(parent)
  }
  /** Goes to the next node: of the line that the user came back from, else the first child. */
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
    this.go(
      this.lineEnd(this.current === root || line.some((m) => m.id === this.current) ? this.#lineEnd : this.current),
    )
  }
  /** Goes to the next (+1) or previous (−1) sibling of the last branch. */
  switchVariation(by: 1 | -1): void {
    const at = this.branch()
    if (!at) return
    const all = this.get(at.parent!).children
    const next = all[all.indexOf(at.id) + by]
    if (next !== undefined) this.go(next)
  }

  // ---- edits

  /** Goes to the child with a move, which it adds if necessary, with what the mover's clock shows after it. */
  play(move: string, san: string, clock?: number): void {
    const known = this.child(this.current, move)
    if (known !== undefined) return this.go(known)
    this.#edit((e) => e.add(this.here, move, san, clock))
  }
  child(id: number, move: string): number | undefined {
    return this.get(id).children.find((c) => this.get(c).move === move)
  }
  /** Adds a line of moves after a node, as far as it does not exist, and goes to its first move. */
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

  /** Moves a variation one place forward among its siblings. */
  promote(id = this.current): void {
    const at = this.path(id).findLast((m) => this.get(m.parent!).children[0] !== m.id)
    if (at) this.#edit((e) => (e.moveForward(at.id, 1), this.current))
  }
  /** Makes the line to a node the main line. */
  makeMain(id = this.current): void {
    if (!this.isMain(id)) this.#edit((e) => (this.path(id).forEach((m) => e.moveForward(m.id, Infinity)), this.current))
  }
  /** Deletes a move and all that follow it. */
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
  /** Deletes all variations except the line through a node. */
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
    if (this.get(id)[where] !== text)
      this.#edit((e) => (e.set({ ...e.get(id), [where]: text }), this.current), `${where} ${id}`)
  }
  setHint(text: string, id = this.current): void {
    if ((this.get(id).hint ?? '') !== text)
      this.#edit((e) => (e.set({ ...e.get(id), hint: text }), this.current), `hint ${id}`)
  }
  setNags(nags: number[], id = this.current): void {
    if (this.get(id).parent !== null) this.#edit((e) => (e.set({ ...e.get(id), nags }), this.current))
  }
  /** Adds an arrow, changes its color, or removes it if it has this color already. */
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

  /**
   * Takes over what others have done, which cannot be undone here. Edits of the same moves before it cannot be
   * undone any more. If the current move is deleted, the last one before it that is still there is shown.
   */
  merge(change: (e: TreeEdit) => void): void {
    const edit = new TreeEdit(this.#table, () => this.#next++)
    change(edit)
    if (edit.changed.size === 0) return
    const path = this.path()
    for (const [id, m] of edit.changed) this.#table.set(id, m)
    this.#history.drop(edit.changed.keys())
    this.#changed(path.findLast((m) => this.has(m.id))?.id ?? root)
  }
  /** Changes the head without an edit. */
  retitle(head: Partial<Head>): void {
    this.head = { ...this.head, ...head }
  }

  undo(): void {
    const change = this.#history.undo()
    if (change) this.#apply(change, 0)
  }
  redo(): void {
    const change = this.#history.redo()
    if (change) this.#apply(change, 1)
  }
  #apply(change: Change, side: 0 | 1): void {
    for (const [id, nodes] of change.nodes) {
      const node = nodes[side]
      if (node) this.#table.set(id, node)
      else this.#table.delete(id)
    }
    if (change.head) this.head = change.head[side]
    this.#changed(this.has(change.at[side]) ? change.at[side] : root)
  }

  /** Makes an edit, which returns the node to go to. If it throws, nothing has changed. */
  #edit(f: (e: TreeEdit) => number, key?: string): void {
    const edit = new TreeEdit(this.#table, () => this.#next++)
    const from = this.current
    const to = f(edit)
    if (edit.changed.size === 0 && !edit.head) return this.go(to)
    const nodes: Change['nodes'] = new Map([...edit.changed].map(([id, m]) => [id, [this.#table.get(id), m]]))
    for (const [id, m] of edit.changed) this.#table.set(id, m)
    this.#history.push({ nodes, head: edit.head && [this.head, edit.head], at: [from, to], key })
    if (edit.head) this.head = edit.head
    this.#changed(to)
  }
  #changed(to: number): void {
    this.version++
    if (!this.has(this.#lineEnd)) this.#lineEnd = root
    this.go(to)
  }
}
