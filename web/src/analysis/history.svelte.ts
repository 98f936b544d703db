// The edits of a study, to undo and redo them.

import { limits } from './edit'
import type { Head, TreeNode } from './nodes'

/** An edit: the nodes and the head before and after it, and the current node. */
export interface Change {
  nodes: Map<number, [TreeNode | undefined, TreeNode | undefined]>
  head?: [Head, Head]
  at: [number, number]
  /** Consecutive edits with the same key are one: typing in a comment. */
  key?: string
}

export class History {
  #done: Change[] = []
  #undone: Change[] = []
  #count = $state({ done: 0, undone: 0 })

  get canUndo(): boolean {
    return this.#count.done > 0
  }
  get canRedo(): boolean {
    return this.#count.undone > 0
  }

  clear(): void {
    this.#done = []
    this.#undone = []
    this.#counted()
  }

  /** Adds an edit. It joins the last one if both have the same key. */
  push(change: Change): void {
    const last = this.#done.at(-1)
    if (change.key && last?.key === change.key) {
      for (const [id, [before, after]] of change.nodes) last.nodes.set(id, [last.nodes.get(id)?.[0] ?? before, after])
      if (change.head) last.head = [last.head?.[0] ?? change.head[0], change.head[1]]
      last.at[1] = change.at[1]
    } else {
      this.#done.push(change)
      if (this.#done.length > limits.edits) this.#done.shift()
    }
    this.#undone = []
    this.#counted()
  }

  /** Returns the edit to undo, if there is one; it can be redone then. */
  undo(): Change | undefined {
    return this.#shift(this.#done, this.#undone)
  }
  /** Returns the edit to redo, if there is one; it can be undone then. */
  redo(): Change | undefined {
    return this.#shift(this.#undone, this.#done)
  }
  #shift(from: Change[], to: Change[]): Change | undefined {
    const change = from.pop()
    if (change) to.push({ ...change, key: undefined })
    this.#counted()
    return change
  }

  /**
   * Drops the edits that change some nodes. An edit holds whole nodes, so those that must be undone after it, or
   * redone after it, and change one of its nodes go with it.
   */
  drop(ids: Iterable<number>): void {
    const keep = (list: Change[]): Change[] => {
      const gone = new Set(ids)
      const out: Change[] = []
      for (const change of [...list].reverse()) {
        const nodes = [...change.nodes.keys()]
        if (nodes.some((id) => gone.has(id))) nodes.forEach((id) => gone.add(id))
        else out.unshift(change)
      }
      return out
    }
    ids = [...ids]
    this.#done = keep(this.#done)
    this.#undone = keep(this.#undone)
    const last = this.#done.at(-1)
    if (last) last.key = undefined // typing goes on as another edit
    this.#counted()
  }

  #counted(): void {
    this.#count = { done: this.#done.length, undone: this.#undone.length }
  }
}
