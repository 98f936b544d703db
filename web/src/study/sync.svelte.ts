// An open study: finds what the user changes, and shows what others do. The tree that the user edits is compared with what the replica shows, in both
// directions: diff.ts finds what the user has changed, patch.ts brings in what others have.

import { ApiError, errorText } from '../net/api'
import type { Rules } from '../net/types'
import { Study } from '../analysis/study.svelte'
import type { studyApi } from './api'
import { companyOf, nodeOf } from './company'
import { Connection, type Link } from './connection.svelte'
import { diff } from './diff'
import { nodeAt } from './model'
import { keep, Outgoing, type OutgoingOptions, type Shown } from './outgoing.svelte'
import { patch } from './patch'
import type { Replica } from './replica'
import type { Head, HeadEdit, StudyCommand, StudyCursor, StudyEvent, StudyNews } from './types'

const delays = { cursor: 300, save: 500, poll: 40_000 } // ms

export interface SyncOptions extends OutgoingOptions {
  chapter: string
  tab: string
  api: Pick<typeof studyApi, 'get' | 'events' | 'commands' | 'import'>
  rules: () => Rules
  /** Called with what others have done. */
  onnews?: (events: readonly StudyEvent[]) => void
  /** Called when another chapter is to be shown: this one was deleted, or the user follows a person there. */
  onchapter?: (id: string) => void
}

export class Sync implements Shown {
  readonly replica: Replica
  readonly #connection = new Connection()
  readonly outgoing: Outgoing
  chapter = $state('')
  study = $state.raw<Study>()!
  /** The other pages that show the study. */
  here = $state.raw<readonly StudyCursor[]>([])
  /** Why the chapter could not be loaded. */
  fault = $state('')
  /** The page that the user follows, or ''. */
  following = $state('')

  #version = $state(0) // of the replica
  #studies = new Map<string, Study>()
  #known = ''
  #seen = 0 // the tree's version that was compared last
  #saving: ReturnType<typeof setTimeout> | undefined
  #telling: ReturnType<typeof setTimeout> | undefined
  #poll: AbortController | null = null
  #wake: (() => void) | null = null
  #closed = false
  #at = '' // the move that was sent to others last

  constructor(private readonly o: SyncOptions) {
    this.replica = o.replica
    this.outgoing = new Outgoing(o, this.#connection, this)
    this.#open(o.chapter)
  }

  // ---- what is shown; read it in effects

  get link(): Link {
    return this.#connection.link
  }
  /** How many changes the server does not have yet. */
  get waiting(): number {
    void this.#version
    return this.replica.pending.length
  }
  get chapters(): Head[] {
    void this.#version
    return this.replica.chapters()
  }
  get head(): Head | undefined {
    return this.chapters.find((c) => c.id === this.chapter)
  }
  get settings() {
    void this.#version
    return this.replica.settings
  }
  get people() {
    void this.#version
    return this.replica.people
  }
  get mine() {
    void this.#version
    return this.replica.mine
  }
  /** The moves of the chapter, without what a reader has tried. */
  get moves() {
    void this.#version
    return this.replica.moves(this.chapter, false)
  }

  // ---- chapters

  /** Shows a chapter, which it loads if necessary. */
  async show(chapter: string): Promise<void> {
    this.note()
    if (!this.replica.has(chapter)) {
      try {
        const s = await this.o.api.get(this.replica.id, chapter)
        if (this.#closed) return
        if (!this.replica.addTree(s)) this.#renew(s)
        this.#save()
      } catch (e) {
        this.fault = errorText(e)
        return
      }
    }
    this.fault = ''
    this.#open(chapter)
    this.#tell()
  }
  #open(chapter: string): void {
    const known = this.#studies.get(chapter)
    this.chapter = chapter
    const head = this.replica.chapters().find((c) => c.id === chapter)!
    this.study =
      known ??
      new Study(
        {
          head: {
            variant: head.variant,
            title: head.title,
            fen: head.fen ?? '',
            tags: head.tags ?? [],
            result: head.result,
          },
          moves: [{}],
        },
        this.o.rules,
      )
    if (!known) {
      this.#studies.set(chapter, this.study)
      this.study.flipped = !!head.flipped
    }
    this.#refresh()
  }

  // ---- the user's changes

  /** Notes what the user has changed in the tree; call it after each edit. */
  note(): void {
    const { tree } = this.study
    if (tree.version === this.#seen || this.link === 'gone') return
    this.#seen = tree.version
    const from = this.replica.moves(this.chapter)
    if (!from) return
    const changes = diff(from, tree.table, this.replica.me, this.chapter, this.replica.seq)
    if (!changes.length) return
    const { edit, comment } = this.replica.mine
    const known = this.replica.moves(this.chapter, false)!
    const sent = changes.filter(
      (c) => edit || (comment && c.command.kind === 'comment' && nodeAt(known, c.command.path ?? [])),
    )
    this.replica.try(changes.filter((c) => !sent.includes(c)))
    if (!edit) this.#accompany()
    this.outgoing.add(sent)
  }
  /** Makes a change of something else than the moves that are shown. */
  change(command: Omit<StudyCommand, 'base'>): void {
    this.note()
    this.outgoing.add([{ command: { ...command, base: this.replica.seq } }])
    this.#refresh()
  }
  /** Adds a chapter without moves. */
  add(chapter: string, head: HeadEdit, title: string): void {
    this.replica.titles.set(head.variant ?? '', title)
    this.change({ kind: 'add-chapter', chapter, head })
  }
  /** Forgets the moves that a reader has tried. */
  forgetTries(): void {
    this.note()
    this.replica.forgetTries()
    this.#refresh()
  }

  // ---- what others do

  /** Follows the study until close is called. */
  async follow(): Promise<void> {
    if (this.waiting) void this.outgoing.send()
    while (!this.#closed && this.link !== 'gone') {
      const poll = (this.#poll = new AbortController())
      this.#at = this.#place()
      let late = false // the server answers earlier, whether there are news or not
      const limit = setTimeout(() => ((late = true), poll.abort()), delays.poll)
      try {
        const news = await this.o.api.events(
          this.replica.id,
          { since: this.replica.seq, known: this.#known, tab: this.o.tab, chapter: this.chapter, path: this.#at },
          poll.signal,
        )
        if (this.#closed) return
        this.outgoing.reached()
        this.take(news)
        this.#known = news.here.version
        this.here = news.here.list
        this.#accompany()
        this.#come()
      } catch (e) {
        if (this.#closed) return
        if (poll.signal.aborted && !late) continue
        const status = e instanceof ApiError ? e.status : 0
        if (status === 404) return this.end('gone')
        this.#connection.failed(status)
        await new Promise<void>((wake) => {
          this.#wake = wake
          setTimeout(wake, this.#connection.pause)
        })
        this.#wake = null
      } finally {
        clearTimeout(limit)
      }
    }
  }
  /** Tries at once what waits for its time, as when the network is back. */
  retry(): void {
    this.#connection.retry()
    this.#wake?.()
    void this.outgoing.send()
  }
  /** Notes that there is no network. */
  lost(): void {
    this.#connection.lost()
  }
  end(link: Link): void {
    this.#connection.link = link
    if (link === 'gone') keep(this.o.storage.forget(this.replica.id))
  }

  take(news: StudyNews | null, settle?: () => void): void {
    this.note()
    const good = !news || this.#takes(news)
    settle?.()
    this.#refresh()
    if (!good) void this.#reset()
  }
  #takes(news: StudyNews): boolean {
    const before = JSON.stringify([this.replica.people, this.replica.mine])
    const events = this.replica.take(news)
    if (!events) return false
    const others = events.filter((e) => e.by !== this.replica.me)
    if (others.length) this.o.onnews?.(others)
    if (events.length || before !== JSON.stringify([this.replica.people, this.replica.mine])) this.changed()
    return true
  }
  /** Reads the study again: events are missing. */
  async #reset(): Promise<void> {
    try {
      const s = await this.o.api.get(this.replica.id, this.chapter).catch((e: unknown) => {
        if (e instanceof ApiError && e.status === 404) return this.o.api.get(this.replica.id) // the chapter is gone
        throw e
      })
      if (!this.#closed) this.#renew(s)
    } catch (e) {
      if (e instanceof ApiError && e.status === 404) this.end('gone')
      // The next news are as much too new.
    }
  }
  #renew(s: Parameters<Replica['renew']>[0]): void {
    this.note()
    this.replica.renew(s)
    this.changed()
    this.#refresh()
  }

  /** Shows what is to be shown now. */
  #refresh(): void {
    if (!this.replica.chapters().some((c) => c.id === this.chapter)) {
      const next = this.replica.chapters()[0]
      if (next) this.o.onchapter?.(next.id)
      return
    }
    const moves = this.replica.moves(this.chapter)
    if (!moves) return void this.show(this.chapter)
    const { tree } = this.study
    tree.merge((e) => patch(e, moves, this.replica.me))
    const head = this.replica.chapters().find((c) => c.id === this.chapter)!
    if (head.result !== tree.head.result || JSON.stringify(head.tags ?? []) !== JSON.stringify(tree.head.tags))
      tree.retitle({ result: head.result, tags: head.tags ?? [] })
    this.#seen = tree.version
    this.#accompany()
  }
  changed(): void {
    this.#version++
    this.#save()
  }
  #save(): void {
    clearTimeout(this.#saving)
    if (!this.#closed) this.#saving = setTimeout(() => this.#store(), delays.save)
  }
  #store(): void {
    keep(this.o.storage.save(this.replica.stored(), this.o.account))
  }

  // ---- who looks at what

  #place(): string {
    return this.study.tree.moves().join(' ')
  }
  /** Tells others what the user looks at; call it when that has changed. */
  moved(): void {
    const leader = this.following && this.here.find((c) => c.tab === this.following)
    if (leader && leader.chapter === this.chapter && this.nodeOf(leader) !== this.study.tree.current)
      this.following = ''
    if (this.#place() === this.#at || this.#telling !== undefined) return
    this.#telling = setTimeout(() => {
      this.#telling = undefined
      this.#tell()
    }, delays.cursor)
  }
  #tell(): void {
    this.#poll?.abort()
  }
  /** Returns the node that another page shows in this chapter, as far as it is there. */
  nodeOf(c: StudyCursor): number {
    return nodeOf(this.study.tree, c)
  }
  /** Goes where another page is. */
  visit(c: StudyCursor): void {
    if (c.chapter && c.chapter !== this.chapter) return this.o.onchapter?.(c.chapter)
    const at = this.nodeOf(c)
    if (this.study.tree.current !== at) this.study.tree.go(at)
  }
  #come(): void {
    if (!this.following) return
    const c = this.here.find((x) => x.tab === this.following)
    if (c) this.visit(c)
    else this.following = ''
  }

  /** Says what the moves show of other people. */
  #accompany(): void {
    const { replica, chapter, here } = this
    const { tree } = this.study
    this.study.company = companyOf(replica, chapter, tree, here, (id, person) =>
      this.change({ kind: 'remove-comment', chapter, path: tree.moves(id), person }),
    )
  }

  close(): void {
    this.outgoing.close()
    this.#store()
    this.#closed = true
    clearTimeout(this.#saving)
    clearTimeout(this.#telling)
    this.#poll?.abort()
    this.#wake?.()
  }
}
