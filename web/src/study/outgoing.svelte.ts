// The user's changes on their way to the server. They wait in this browser until the server has decided about them.

import { ApiError, errorText } from '../net/api'
import type { studyApi } from './api'
import type { Connection, Link } from './connection.svelte'
import type { Change } from './merge'
import type { Replica } from './replica'
import type { Rejected, SharedStorage } from './storage'
import type { StudyAnswer, StudyCommand, StudyNews } from './types'

const delays = { edit: 30, text: 900 } // ms
/** How many commands a request has. */
const batch = 200

/** The study as it is shown. */
export interface Shown {
  /** Adds what the user has changed in the tree. */
  note(): void
  /** Takes the server's news, if there are any, and what settle changes, and shows both. */
  take(news: StudyNews | null, settle?: () => void): void
  /** Notes that the replica has changed. */
  changed(): void
  /** Notes that the study can't be changed any more. */
  end(link: Link): void
}

export interface OutgoingOptions {
  replica: Replica
  account: string
  api: Pick<typeof studyApi, 'commands' | 'import'>
  storage: SharedStorage
}

export class Outgoing {
  /** What the server has rejected. */
  rejected = $state.raw<readonly Rejected[]>([])

  #sending = new Set<number>()
  #size = batch
  #timer: ReturnType<typeof setTimeout> | undefined
  #closed = false

  constructor(
    private readonly o: OutgoingOptions,
    private readonly connection: Connection,
    private readonly shown: Shown,
  ) {}

  /** Adds changes and sends them soon: what is typed after a pause. */
  add(changes: readonly Change[]): void {
    if (!changes.length) return
    const { replica, storage, account } = this.o
    const added = replica.add(changes, this.#sending)
    keep(storage.put(replica.id, account, added))
    this.shown.changed()
    const typed = added.every((p) => p.command.comment ?? p.command.edit?.hint ?? p.command.edit?.before)
    this.#later(typed ? delays.text : delays.edit)
  }
  /** Forgets a change that was rejected. */
  forget(r: Rejected): void {
    this.rejected = this.rejected.filter((x) => x !== r)
    keep(this.o.storage.drop(this.o.replica.id, [r.key]))
  }

  /** Sends what waits, one request at a time. */
  async send(): Promise<void> {
    clearTimeout(this.#timer)
    this.shown.note()
    const { replica, api } = this.o
    const all = replica.pending.slice(0, this.#size)
    if (!all.length || this.#sending.size || this.#closed || this.connection.link === 'gone') return
    this.#sending = new Set(all.map((p) => p.key))
    try {
      const answer = await api.commands(
        replica.id,
        replica.seq,
        all.map((p) => p.command),
      )
      this.#decided(
        answer,
        [...this.#sending],
        all.flatMap((p, i) => (answer.rejected[i] ? [{ ...p, why: answer.rejected[i] }] : [])),
      )
      this.#size = batch
      this.reached()
    } catch (e) {
      this.#sending.clear()
      const status = e instanceof ApiError ? e.status : 0
      if (status === 404) return this.shown.end('gone')
      if (status === 401) return this.shown.end('signed-out')
      if (status >= 400 && status < 500 && status !== 408 && status !== 429) {
        // The request is wrong, and would be again: find out which command makes it so.
        if (all.length === 1) this.#decided(null, [all[0]!.key], [{ ...all[0]!, why: errorText(e) }])
        this.#size = 1
        return void this.send()
      }
      this.connection.failed(status)
      this.#later(this.connection.pause)
      return
    }
    if (replica.pending.length) this.#later(delays.edit)
  }
  /** Sends what waits if the server answers again. */
  reached(): void {
    if (this.connection.answered()) void this.send()
  }
  #decided(answer: StudyAnswer | null, keys: number[], rejected: Rejected[]): void {
    const { replica, storage, account } = this.o
    this.shown.take(answer, () => {
      replica.decided(new Set(keys))
      this.#sending.clear()
      this.shown.changed()
      if (rejected.length) this.rejected = [...this.rejected, ...rejected]
      keep(storage.drop(replica.id, keys).then(() => storage.put(replica.id, account, rejected)))
    })
  }
  #later(wait: number): void {
    clearTimeout(this.#timer)
    if (!this.#closed) this.#timer = setTimeout(() => void this.send(), wait)
  }

  /**
   * Sends commands that must be answered at once. Returns why each was rejected; throws if the server is unreachable.
   */
  async now(commands: Omit<StudyCommand, 'base'>[]): Promise<string[]> {
    await this.send()
    const { id, seq: base } = this.o.replica
    const answer = await this.o.api.commands(
      id,
      base,
      commands.map((c) => ({ ...c, base })),
    )
    this.shown.take(answer)
    return answer.rejected
  }
  /** Adds the games of a PGN as chapters. */
  async import(pgn: string, variant: string): Promise<StudyAnswer> {
    await this.send()
    const answer = await this.o.api.import(this.o.replica.id, pgn, variant, this.o.replica.seq)
    this.shown.take(answer)
    return answer
  }

  /** Sends what waits for the last time. */
  close(): void {
    void this.send()
    this.#closed = true
    clearTimeout(this.#timer)
  }
}

/** Where storage is blocked, the page works without. */
export function keep(done: Promise<void>): void {
  done.catch(() => {})
}
