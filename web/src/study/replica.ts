// A study as the server has confirmed it, with the changes that it does not have yet. What the page
// shows is both together.

import { changedTags } from '../analysis/tags'
import { carryOut, join, type Change } from './merge'
import {
  nodeAt,
  noted,
  packTree,
  sorted,
  unpackTree,
  update,
  withLine,
  without,
  withTree,
  type MoveNode,
} from './model'
import type { StudyNode as GameNode } from '../net/types'
import type {
  Head,
  HeadEdit,
  PackedNode,
  SharedStudy,
  StudyEvent,
  StudyNews,
  StudyParticipant,
  StudyRights,
  Settings,
} from './types'

/** A change that the server does not have yet, in the order of their keys. */
export interface Pending extends Change {
  readonly key: number
}

/** The moves of a chapter, as of an event. */
interface Confirmed {
  readonly root: MoveNode
  readonly seq: number
}

/** What is stored of a study. */
export interface StoredStudy extends Omit<SharedStudy, 'chapter' | 'tree'> {
  trees: { chapter: string; seq: number; tree: PackedNode[] }[]
}

/** How many events are remembered, for chapters that arrive later. */
const remembered = 500

export class Replica {
  readonly id: string
  created: number
  seq: number
  updated: number
  settings: Settings
  people: readonly StudyParticipant[]
  mine: StudyRights
  /** The chapters that the server has. */
  heads: readonly Head[]
  pending: readonly Pending[] = []
  /** What a reader has tried: it stays in this page. */
  local: readonly Pending[] = []

  /** The titles of variants of chapters that the server does not have yet. */
  readonly titles = new Map<string, string>()

  #trees = new Map<string, Confirmed>()
  #log: StudyEvent[] = []
  #shown = new Map<string, { from: unknown[]; root: MoveNode }>()
  #keys = 0

  /**
   * Stamp returns a number from which the key of a new change is at least: changes of several tabs have keys of their
   * own.
   */
  constructor(
    s: SharedStudy | StoredStudy,
    private readonly stamp: () => number = () => 0,
  ) {
    this.id = s.id
    this.created = s.created
    this.seq = s.seq
    this.updated = s.updated
    this.settings = s.settings
    this.people = s.people
    this.mine = s.mine
    this.heads = s.chapters
    if ('trees' in s)
      for (const t of s.trees) this.#trees.set(t.chapter, { root: unpackTree(t.tree, t.seq), seq: t.seq })
    else this.addTree(s)
  }

  stored(): StoredStudy {
    const { id, created, seq, updated, settings, people, mine, heads } = this
    const trees = [...this.#trees].map(([chapter, t]) => ({ chapter, seq: t.seq, tree: packTree(t.root) }))
    return { id, created, seq, updated, settings, people: [...people], mine, chapters: [...heads], trees }
  }

  /** Returns a person, without a name if the account was deleted. */
  person(by: number): Partial<StudyParticipant> {
    return this.people.find((p) => p.number === by) ?? {}
  }
  get me(): number {
    return this.mine.number ?? 0
  }

  // ---- what is shown

  /** Returns the chapters in the order in which they are shown. */
  chapters(): Head[] {
    let list: Head[] = [...this.heads]
    for (const { command: c } of this.pending) {
      const { chapter: id = '', head, game } = c
      if (c.kind === 'add-chapter' && head && !list.some((h) => h.id === id)) {
        const { variant = '', fen, tags, result = '*' } = { ...head, ...game }
        list.push({
          id,
          name: head.name ?? '',
          variant,
          title: game?.title ?? this.titles.get(variant) ?? variant,
          fen,
          tags,
          result,
          flipped: head.flipped,
          mode: head.mode,
        })
      } else if (c.kind === 'head' && head) list = list.map((h) => (h.id === id ? edited(h, head) : h))
      else if (c.kind === 'chapters') list = ordered(list, c.order ?? [])
    }
    return list
  }
  /** Returns the moves of a chapter, or undefined if they are not loaded. Own says without what a reader has tried. */
  moves(chapter: string, own = true): MoveNode | undefined {
    const confirmed = this.#trees.get(chapter)?.root
    const added = this.pending.find((p) => p.command.kind === 'add-chapter' && p.command.chapter === chapter)
    const start = confirmed ?? (added && rootOf(added.command.game, this.me))
    if (!start) return
    const mine = own ? [...this.pending, ...this.local] : this.pending
    const from = [start, this.me, ...mine]
    const key = `${own} ${chapter}`
    const known = this.#shown.get(key)
    if (known && known.from.length === from.length && known.from.every((x, i) => x === from[i])) return known.root
    const root = mine.reduce((at, p) => (p.command.chapter === chapter ? carryOut(at, p, this.me) : at), start)
    this.#shown.set(key, { from, root })
    return root
  }

  // ---- the user's changes

  /**
   * Adds changes of the user; texts that are typed become one change, unless it is being sent. Returns those that are
   * new or other than before.
   */
  add(changes: readonly Change[], sending: ReadonlySet<number> = new Set()): Pending[] {
    const out: Pending[] = []
    for (const c of changes) {
      const last = this.pending.at(-1)
      const both = last && !sending.has(last.key) ? join(last, c) : undefined
      const next: Pending = both ? { ...both, key: last!.key } : { ...c, key: this.#key() }
      this.pending = [...(both ? this.pending.slice(0, -1) : this.pending), next]
      out.push(next)
    }
    return out
  }
  #key(): number {
    return (this.#keys = Math.max(this.#keys + 1, this.stamp()))
  }
  /** Takes changes over that were made before the page was loaded. */
  restore(all: readonly Pending[]): void {
    this.pending = [...all]
    this.#keys = Math.max(this.#keys, ...all.map((p) => p.key))
  }
  /** Forgets changes that the server has decided on. */
  decided(keys: ReadonlySet<number>): void {
    this.pending = this.pending.filter((p) => !keys.has(p.key))
  }
  try(changes: readonly Change[]): void {
    this.local = [...this.local, ...changes.map((c) => ({ ...c, key: this.#key() }))]
  }
  forgetTries(): void {
    this.local = []
  }

  // ---- what the server says

  /** Takes the moves of a chapter. Returns false if they are too old to become current. */
  addTree(s: SharedStudy): boolean {
    let at: Confirmed = { root: unpackTree(s.tree, s.seq), seq: s.seq }
    if (s.seq < this.seq) {
      const missing = this.#log.filter((e) => e.seq > s.seq)
      if (missing[0]?.seq !== s.seq + 1) return false
      for (const e of missing) at = this.#applied(s.chapter, at, e)
    }
    this.#trees.set(s.chapter, at)
    return true
  }
  has(chapter: string): boolean {
    return this.moves(chapter) !== undefined
  }

  /** Takes the study as it is now. Chapters that were loaded have to be loaded again. */
  renew(s: SharedStudy): void {
    this.#trees.clear()
    this.#log = []
    this.heads = s.chapters
    this.settings = s.settings
    this.seq = s.seq
    this.updated = s.updated
    this.people = s.people
    this.mine = s.mine
    this.addTree(s)
  }

  /** Takes news. Returns the events that are new, or null if the study must be read again. */
  take(news: Pick<StudyNews, 'seq' | 'reset' | 'events' | 'people' | 'mine'>): StudyEvent[] | null {
    if (news.reset) return null
    const events = news.events.filter((e) => e.seq > this.seq)
    try {
      for (const e of events) {
        if (e.seq !== this.seq + 1) return null
        this.#apply(e)
      }
    } catch {
      return null // the page's study is not the server's
    }
    if (news.seq >= this.seq) {
      this.people = news.people
      this.mine = news.mine
    }
    return events
  }

  #apply(e: StudyEvent): void {
    this.#rebase(e)
    switch (e.kind) {
      case 'settings':
        this.settings = e.settings!
        break
      case 'chapter':
        if (!this.heads.some((h) => h.id === e.head!.id)) {
          this.heads = [...this.heads.slice(0, e.index), e.head!, ...this.heads.slice(e.index)]
          this.#trees.set(e.head!.id, { root: unpackTree(e.tree, e.seq), seq: e.seq })
        }
        break
      case 'head':
        this.heads = this.heads.map((h) => (h.id === e.chapter ? e.head! : h))
        break
      case 'chapters':
        this.heads = ordered(this.heads, e.order ?? [])
        break
      case 'remove-chapter':
        this.heads = this.heads.filter((h) => h.id !== e.chapter)
        this.#trees.delete(e.chapter!)
    }
    for (const [chapter, t] of this.#trees) this.#trees.set(chapter, this.#applied(chapter, t, e))
    this.seq = e.seq
    this.updated = Math.max(this.updated, e.at)
    this.#log = [...this.#log.slice(1 - remembered), e]
  }

  #applied(chapter: string, t: Confirmed, e: StudyEvent): Confirmed {
    if (e.seq <= t.seq) return t
    const root = e.chapter === chapter ? applied(t.root, e) : t.root
    return { root, seq: e.seq }
  }

  /**
   * A cut spares what its author has not seen. An event that changes nothing that the page shows is no news to the
   * author.
   */
  #rebase(e: StudyEvent): void {
    if (!this.pending.some((p) => p.command.kind === 'cut' && p.command.base < e.seq)) return
    this.pending = this.pending.map((p, i) => {
      const c = p.command
      if (c.kind !== 'cut' || c.base !== e.seq - 1) return p
      const touched = e.chapter === c.chapter &&
        ['line', 'restore', 'note'].includes(e.kind) && [...(e.path ?? []), ...added(e)]
      const inside = touched && (c.path ?? []).every((move, k) => touched[k] === move)
      if (inside && !this.#knew(e, i)) return p
      return { ...p, command: { ...c, base: e.seq } }
    })
  }
  /** Reports whether an event tells what the author of a pending change saw already, with the changes before it. */
  #knew(e: StudyEvent, index: number): boolean {
    if (e.kind === 'restore') return e.by === this.me
    const start = this.#trees.get(e.chapter!)?.root
    if (!start) return false
    const before = this.pending.slice(0, index).filter((p) => p.command.chapter === e.chapter)
    const root = before.reduce((at, p) => carryOut(at, p, this.me), start)
    const path = [...(e.path ?? []), ...added(e)]
    const n = nodeAt(root, path)
    return n !== undefined && (e.kind === 'line' || same(n, noted(n, e.note ?? {}, n.seq)))
  }
}

/** Returns the moves that an event adds after its path: of a line that is restored the first. */
const added = (e: StudyEvent): string[] =>
  e.kind === 'restore' ? [e.tree?.[1]?.move ?? ''] : (e.moves ?? []).map((m) => m.move)

/** Reports whether two nodes say the same. */
function same(a: MoveNode, b: MoveNode): boolean {
  const said = (n: MoveNode) =>
    JSON.stringify([
      n.before,
      n.hint,
      n.comments.map((c) => c.text),
      [...n.nags].sort(),
      n.arrows.map((x) => [x.from, x.to, x.color]).sort(),
      n.circles.map((x) => [x.at, x.color]).sort(),
    ])
  return said(a) === said(b)
}

/** Returns the moves of a chapter after an event; throws if they do not belong together. */
export function applied(root: MoveNode, e: StudyEvent): MoveNode {
  const path = e.path ?? []
  if (['line', 'cut', 'restore', 'sort', 'note'].includes(e.kind) && !nodeAt(root, path))
    throw new Error(`event ${e.seq}: no line ${path.join(' ')}`)
  switch (e.kind) {
    case 'line':
      return withLine(root, [...path.map((move) => ({ move, san: '' })), ...(e.moves ?? [])], e.seq)
    case 'cut':
      return without(root, path)
    case 'restore':
      return update(root, path, (n) => ({ ...n, children: withTree(n, unpackTree(e.tree, e.seq)).children }))
    case 'sort':
      return sorted(root, path, e.order ?? [])
    case 'note':
      return update(root, path, (n) => noted(n, e.note!, e.seq))
    default:
      return root
  }
}

/** Returns what is known of a chapter after an edit. */
function edited(h: Head, { setTags, ...rest }: HeadEdit): Head {
  const tags = changedTags(rest.tags ?? h.tags ?? [], setTags ?? [])
  return { ...h, ...rest, tags, variant: h.variant, fen: h.fen }
}

function ordered(heads: readonly Head[], order: readonly string[]): Head[] {
  const first = order.flatMap((id) => heads.find((h) => h.id === id) ?? [])
  return [...first, ...heads.filter((h) => !first.includes(h))]
}

/** Returns the moves of a game, whose comments are by a person. */
function rootOf(game: { root: GameNode } | undefined, by: number): MoveNode {
  const list: PackedNode[] = []
  const waiting: { n: GameNode; parent: number }[] = [
    { n: game?.root ?? { move: '', san: '', children: [] }, parent: 0 },
  ]
  for (let w = waiting.pop(); w; w = waiting.pop()) {
    const { after, children, ...rest } = w.n
    const index = list.length
    list.push({ ...rest, parent: w.parent, comments: after ? [{ by, text: after }] : [] })
    for (const n of [...children].reverse()) waiting.push({ n, parent: index })
  }
  return unpackTree(list, 0)
}
