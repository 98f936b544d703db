// Stores studies in this browser's IndexedDB. A revision counts the saves of a study; a
// save names the revision that it is based on, so that tabs do not overwrite each other.

import { database, local } from '../net/stored'
import { user } from '../net/me.svelte'
import type { Color, Control } from '../net/types'
import { keepClocks } from './localclock.svelte'
import type { Packed } from './packed'

/** A stored study without its content. */
export interface StudyInfo {
  id: string
  name: string
  variant: string
  title: string
  created: number // ms since 1970
  changed: number
  rev: number
  moves: number // plies of the main line
  /** The game that the study was made from. */
  game?: string
  /** The computer that it is played against, in this browser. */
  opponent?: Opponent
  /** What an account on the server has of it. */
  kept?: Kept
  /**
   * The account that made it, or was the first to change what a guest made, and which may not have it yet; none: a
   * guest.
   */
  owner?: string
}

/** A version of a study on the server. */
export interface Kept {
  account: string
  version: string
  /** The revision in this browser that the version has; a later one is not on the server yet. */
  rev: number
}

/** A study on the server that was deleted in this browser. */
export interface Gone {
  id: string
  account: string
  version: string
}

/** A game against the computer in this browser. */
export interface Opponent {
  level: number
  /** Varies the moves of weak levels. */
  seed: number
  /** The user's color. */
  color: Color
  /** The position at the end of the game. */
  fen: string
  result: string
  /** The time control; none if time is unlimited. */
  control?: Control
  /** Whether moves may be taken back; without it they may. */
  casual?: boolean
}

export interface Content {
  id: string
  packed: Packed
  at: number[]
  flipped: boolean
}

/** Why a study could not be saved or loaded. */
export type StorageProblem =
  | 'blocked' // the browser blocks storage
  | 'full'
  | 'conflict' // another tab has saved since
  | 'deleted' // another tab has deleted it
  | 'failed'
export class StorageError extends Error {
  constructor(
    readonly why: StorageProblem,
    cause?: unknown,
  ) {
    super(why, { cause })
  }
}

export interface StudyStorage {
  list(): Promise<StudyInfo[]>
  load(id: string): Promise<{ info: StudyInfo; content: Content } | null>
  /** Saves a study over the revision in info, 0 for a new study, and returns the new info. */
  save(info: StudyInfo, content: Content): Promise<StudyInfo>
  rename(id: string, name: string): Promise<void>
  remove(id: string): Promise<void>
  /**
   * Calls f when another tab has changed a study, with rev 0 if it was deleted. Returns a function that unsubscribes.
   */
  listen(f: (id: string, rev: number) => void): () => void
}

/**
 * What keeping studies on the server needs, too. None of it calls the listeners of this tab's other storages for what
 * it only notes.
 */
export interface KeepingStorage extends StudyStorage {
  /**
   * Replaces a revision of a study, 0 for none, by the version of the server. Returns false if there is another
   * revision.
   */
  receive(info: StudyInfo, content: Content, rev: number): Promise<boolean>
  /** Notes the version that the server has. */
  mark(id: string, kept: Kept): Promise<void>
  /** Removes a revision of a study in this browser only. */
  drop(id: string, rev: number): Promise<void>
  /** Returns the studies that were deleted here and are on the server. */
  gone(): Gone[]
  /** Forgets one of them. */
  forget(id: string): void
}

const name = 'wane-studies'
const goneKey = 'wane-studies-gone'

export class BrowserStorage implements KeepingStorage {
  #open = database(name, { kept: { keyPath: 'id' }, content: { keyPath: 'id' } })

  /** Account returns who is signed in. */
  constructor(private readonly account: () => string | undefined = () => undefined) {}

  #channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(name)

  /** Runs work on both object stores in one transaction. */
  async #with<T>(
    mode: IDBTransactionMode,
    work: (kept: IDBObjectStore, content: IDBObjectStore) => Promise<T>,
  ): Promise<T> {
    const db = await this.#open().catch((e: unknown) => {
      throw new StorageError('blocked', e)
    })
    try {
      const t = db.transaction(['kept', 'content'], mode)
      const end = new Promise<void>((resolve, reject) => {
        t.oncomplete = () => resolve()
        t.onabort = () => reject(t.error ?? new DOMException('aborted', 'AbortError'))
      })
      end.catch(() => {}) // work may have failed before
      let value: T
      try {
        value = await work(t.objectStore('kept'), t.objectStore('content'))
      } catch (e) {
        try {
          t.abort()
        } catch {
          // the transaction has ended already
        }
        throw e
      }
      await end
      return value
    } catch (e) {
      if (e instanceof StorageError) throw e
      const name = e instanceof DOMException ? e.name : ''
      throw new StorageError(name === 'QuotaExceededError' ? 'full' : 'failed', e)
    }
  }

  async list(): Promise<StudyInfo[]> {
    const all = await this.#with('readonly', (kept) => result<StudyInfo[]>(kept.getAll()))
    return all.sort((a, b) => b.changed - a.changed)
  }
  load(id: string): Promise<{ info: StudyInfo; content: Content } | null> {
    return this.#with('readonly', async (k, c) => {
      const [info, content] = await Promise.all([
        result<StudyInfo | undefined>(k.get(id)),
        result<Content | undefined>(c.get(id)),
      ])
      return info && content ? { info, content } : null
    })
  }
  async save(info: StudyInfo, content: Content): Promise<StudyInfo> {
    const next = { ...info, rev: info.rev + 1 }
    await this.#with('readwrite', async (k, c) => {
      const there = await result<StudyInfo | undefined>(k.get(info.id))
      if (!there && info.rev > 0) throw new StorageError('deleted')
      if (there && there.rev !== info.rev) throw new StorageError('conflict')
      next.kept = there?.kept // may be newer than what the tab knows
      const from = there ?? info
      next.owner = from.owner ?? from.kept?.account ?? this.account()
      await Promise.all([result(k.put(next)), result(c.put(content))])
    })
    this.#channel?.postMessage({ id: next.id, rev: next.rev })
    if (next.rev === 1) void navigator.storage?.persist?.().catch(() => {}) // now there is something to keep
    return next
  }
  async rename(id: string, name: string): Promise<void> {
    const rev = await this.#with('readwrite', async (k) => {
      const there = await result<StudyInfo | undefined>(k.get(id))
      if (!there) throw new StorageError('deleted')
      await result(k.put({ ...there, name, rev: there.rev + 1 }))
      return there.rev + 1
    })
    this.#channel?.postMessage({ id, rev })
  }
  async remove(id: string): Promise<void> {
    const there = await this.#with('readwrite', async (k, c) => {
      const info = await result<StudyInfo | undefined>(k.get(id))
      await Promise.all([result(k.delete(id)), result(c.delete(id))])
      return info
    })
    if (there?.kept)
      this.#setGone([
        ...this.gone().filter((g) => g.id !== id),
        { id, account: there.kept.account, version: there.kept.version },
      ])
    this.#removed(id)
  }
  #removed(id: string): void {
    keepClocks(id, 0, null)
    this.#channel?.postMessage({ id, rev: 0 })
  }

  async receive(info: StudyInfo, content: Content, rev: number): Promise<boolean> {
    const next = { ...info, rev: rev + 1, kept: info.kept && { ...info.kept, rev: rev + 1 } }
    const done = await this.#with('readwrite', async (k, c) => {
      const there = await result<StudyInfo | undefined>(k.get(info.id))
      if ((there?.rev ?? 0) !== rev) return false
      await Promise.all([result(k.put(next)), result(c.put(content))])
      return true
    })
    if (done) this.#channel?.postMessage({ id: next.id, rev: next.rev })
    return done
  }
  async mark(id: string, kept: Kept): Promise<void> {
    await this.#with('readwrite', async (k) => {
      const there = await result<StudyInfo | undefined>(k.get(id))
      if (there) await result(k.put({ ...there, kept }))
    })
  }
  async drop(id: string, rev: number): Promise<void> {
    const done = await this.#with('readwrite', async (k, c) => {
      const there = await result<StudyInfo | undefined>(k.get(id))
      if (there?.rev !== rev) return false
      await Promise.all([result(k.delete(id)), result(c.delete(id))])
      return true
    })
    if (done) this.#removed(id)
  }
  gone(): Gone[] {
    return (local.read(goneKey, Array.isArray) as Gone[] | undefined) ?? []
  }
  forget(id: string): void {
    this.#setGone(this.gone().filter((g) => g.id !== id))
  }
  #setGone(all: Gone[]): void {
    local.write(goneKey, all) // one that is not stored comes back from the server with the next load
  }
  listen(f: (id: string, rev: number) => void): () => void {
    const onmessage = (e: MessageEvent<{ id: string; rev: number }>) => f(e.data.id, e.data.rev)
    this.#channel?.addEventListener('message', onmessage)
    return () => this.#channel?.removeEventListener('message', onmessage)
  }
}

function result<T>(request: IDBRequest): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result as T)
    request.onerror = () => reject(request.error)
  })
}

let shared: StudyStorage | undefined
/** Returns the storage that all parts of the page share. */
export function studyStorage(): StudyStorage {
  return (shared ??= new BrowserStorage(() => user.account?.name))
}
