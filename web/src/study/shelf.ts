// Where studies are kept: this browser's IndexedDB. Each has a revision that
// grows with every saving; a save says which version it is based on, so that two tabs
// never overwrite each other unknowingly.

import type { Packed } from './packed'

/** What is known of a kept study without opening it. */
export interface Kept {
  id: string
  name: string
  variant: string
  title: string
  created: number // ms since 1970
  changed: number
  rev: number
  moves: number
  /** The game that it was made of. */
  game?: string
}

/** What lies in the study. */
export interface Content {
  id: string
  packed: Packed
  at: number[]
  flipped: boolean
}

/** Why a study could not be kept or fetched. */
export type Trouble =
  | 'blocked' // the browser keeps nothing for this page
  | 'full'
  | 'other' // another tab has saved since
  | 'gone' // another tab has deleted it
  | 'broken'
export class ShelfError extends Error {
  constructor(
    readonly why: Trouble,
    cause?: unknown,
  ) {
    super(why, { cause })
  }
}

export interface Shelf {
  list(): Promise<Kept[]>
  load(id: string): Promise<{ kept: Kept; content: Content } | null>
  /** Saves over the given revision, 0 for a new study, and returns what is kept now. */
  save(kept: Kept, content: Content): Promise<Kept>
  rename(id: string, name: string): Promise<void>
  remove(id: string): Promise<void>
  /** Calls f when another tab has changed a study; the function returned ends it. */
  listen(f: (id: string, rev: number) => void): () => void
}

const database = 'wane-studies'

/** The shelf of this browser. */
export class BrowserShelf implements Shelf {
  #db: Promise<IDBDatabase> | undefined
  #channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(database)

  #open(): Promise<IDBDatabase> {
    this.#db ??= new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open(database, 1)
      request.onupgradeneeded = () => {
        request.result.createObjectStore('kept', { keyPath: 'id' })
        request.result.createObjectStore('content', { keyPath: 'id' })
      }
      request.onsuccess = () => {
        const db = request.result
        db.onversionchange = () => {
          db.close()
          this.#db = undefined
        }
        resolve(db)
      }
      request.onerror = () => reject(request.error)
      request.onblocked = () => reject(new Error('an older tab holds the studies'))
    }).catch((e: unknown) => {
      this.#db = undefined
      throw new ShelfError('blocked', e)
    })
    return this.#db
  }

  /** Does something with both stores at once; it happens as a whole or not at all. */
  async #with<T>(mode: IDBTransactionMode, work: (kept: IDBObjectStore, content: IDBObjectStore) => Promise<T>): Promise<T> {
    const db = await this.#open()
    try {
      const t = db.transaction(['kept', 'content'], mode)
      const end = new Promise<void>((resolve, reject) => {
        t.oncomplete = () => resolve()
        t.onabort = () => reject(t.error ?? new DOMException('aborted', 'AbortError'))
      })
      end.catch(() => {}) // work may have failed before
      let result: T
      try {
        result = await work(t.objectStore('kept'), t.objectStore('content'))
      } catch (e) {
        try {
          t.abort()
        } catch {
          // it has ended by itself
        }
        throw e
      }
      await end
      return result
    } catch (e) {
      if (e instanceof ShelfError) throw e
      const name = e instanceof DOMException ? e.name : ''
      throw new ShelfError(name === 'QuotaExceededError' ? 'full' : 'broken', e)
    }
  }

  async list(): Promise<Kept[]> {
    const all = await this.#with('readonly', (kept) => asked<Kept[]>(kept.getAll()))
    return all.sort((a, b) => b.changed - a.changed)
  }
  load(id: string): Promise<{ kept: Kept; content: Content } | null> {
    return this.#with('readonly', async (k, c) => {
      const [kept, content] = await Promise.all([asked<Kept | undefined>(k.get(id)), asked<Content | undefined>(c.get(id))])
      return kept && content ? { kept, content } : null
    })
  }
  async save(kept: Kept, content: Content): Promise<Kept> {
    const next = { ...kept, rev: kept.rev + 1 }
    await this.#with('readwrite', async (k, c) => {
      const there = await asked<Kept | undefined>(k.get(kept.id))
      if (!there && kept.rev > 0) throw new ShelfError('gone')
      if (there && there.rev !== kept.rev) throw new ShelfError('other')
      await Promise.all([asked(k.put(next)), asked(c.put(content))])
    })
    this.#channel?.postMessage({ id: next.id, rev: next.rev })
    return next
  }
  async rename(id: string, name: string): Promise<void> {
    const rev = await this.#with('readwrite', async (k) => {
      const there = await asked<Kept | undefined>(k.get(id))
      if (!there) throw new ShelfError('gone')
      await asked(k.put({ ...there, name, rev: there.rev + 1 }))
      return there.rev + 1
    })
    this.#channel?.postMessage({ id, rev })
  }
  async remove(id: string): Promise<void> {
    await this.#with('readwrite', (k, c) => Promise.all([asked(k.delete(id)), asked(c.delete(id))]))
    this.#channel?.postMessage({ id, rev: 0 })
  }
  listen(f: (id: string, rev: number) => void): () => void {
    const hear = (e: MessageEvent<{ id: string; rev: number }>) => f(e.data.id, e.data.rev)
    this.#channel?.addEventListener('message', hear)
    return () => this.#channel?.removeEventListener('message', hear)
  }
}

function asked<T>(request: IDBRequest): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result as T)
    request.onerror = () => reject(request.error)
  })
}

let one: Shelf | undefined
/** The shelf that all parts of the page share. */
export function shelf(): Shelf {
  return (one ??= new BrowserShelf())
}
