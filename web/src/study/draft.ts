// An edit of a tree while it is being made, and what a tree can hold.

import { bare, type Head, type Moment, type Table } from './moments'

/** Bounds as internal/page/study has them, so that what is kept can be written. */
export const most = { plies: 1500, moves: 30_000, nesting: 150, drawn: 100, edits: 500 }

/** Why an edit was not made. */
export type Full = 'plies' | 'moves' | 'nesting' | 'drawn'
export class FullError extends Error {
  constructor(readonly why: Full) {
    super(why)
  }
}

/** The records that an edit replaces, over those that are there. */
export class Draft {
  changed = new Map<number, Moment>()
  head?: Head

  constructor(
    private readonly table: Table,
    private readonly number: () => number,
  ) {}

  get(id: number): Moment {
    return this.changed.get(id) ?? this.table.get(id)!
  }
  set(m: Moment): void {
    this.changed.set(m.id, m)
  }
  /** Adds a move behind a moment and returns its number. */
  add(parent: Moment, move: string, san: string): number {
    if (parent.ply >= most.plies) throw new FullError('plies')
    if (this.table.size + this.changed.size > most.moves) throw new FullError('moves')
    if (parent.children.length > 0 && this.#nesting(parent) >= most.nesting) throw new FullError('nesting')
    const m = bare(this.number(), parent, move, san)
    this.set(m)
    this.set({ ...this.get(parent.id), children: [...parent.children, m.id] })
    return m.id
  }
  #nesting(m: Moment): number {
    let n = 0
    for (; m.parent !== null; m = this.get(m.parent)) if (this.get(m.parent).children[0] !== m.id) n++
    return n
  }
  /** Moves a moment so many places forward among its siblings. */
  raise(id: number, by: number): void {
    const parent = this.get(this.get(id).parent!)
    const children = parent.children.filter((c) => c !== id)
    children.splice(Math.max(0, parent.children.indexOf(id) - by), 0, id)
    this.set({ ...parent, children })
  }
}
