// What this browser keeps. Where its storage is blocked there is nothing, and what is not stored, since storage is
// blocked or full, lasts as long as the page: no caller has to catch anything.

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

export class Stored {
  /** Open returns the storage; it throws, or returns none, where that is blocked. */
  constructor(private readonly open: () => Store | null | undefined) {}

  getItem(key: string): string | null {
    try {
      return this.open()?.getItem(key) ?? null
    } catch {
      return null
    }
  }

  /** Stores a text; null removes it. Returns whether it has done so. */
  setItem(key: string, text: string | null): boolean {
    try {
      const store = this.open()
      if (text === null) store?.removeItem(key)
      else store?.setItem(key, text)
      return !!store
    } catch {
      return false
    }
  }

  /** Reads a value; undefined if there is none or it is damaged. */
  read<T>(key: string, valid: (v: unknown) => v is T): T | undefined {
    try {
      const v: unknown = JSON.parse(this.getItem(key) ?? 'null')
      return valid(v) ? v : undefined
    } catch {
      return undefined
    }
  }

  /** Stores a value; undefined removes it. Returns whether it has done so. */
  write(key: string, value: unknown): boolean {
    return this.setItem(key, value === undefined ? null : JSON.stringify(value))
  }
}

/** What stays, and is the same in all tabs. */
export const local = new Stored(() => globalThis.localStorage)
/** What lasts as long as the tab. */
export const session = new Stored(() => globalThis.sessionStorage)

export const isRecord = (v: unknown): v is Record<string, unknown> => !!v && typeof v === 'object' && !Array.isArray(v)
export const isStrings = (v: unknown): v is string[] => Array.isArray(v) && v.every((s) => typeof s === 'string')

/** Returns a function that opens a database: once, and again if that failed or another tab had it closed. */
export function database(name: string, stores: Record<string, IDBObjectStoreParameters>): () => Promise<IDBDatabase> {
  let opened: Promise<IDBDatabase> | undefined
  const open = () =>
    new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open(name, 1)
      request.onupgradeneeded = () => {
        for (const [store, options] of Object.entries(stores)) request.result.createObjectStore(store, options)
      }
      request.onsuccess = () => {
        const db = request.result
        db.onversionchange = () => {
          db.close()
          opened = undefined
        }
        resolve(db)
      }
      request.onerror = () => reject(request.error ?? new Error('IndexedDB'))
      request.onblocked = () => reject(new Error('an older tab holds the database'))
    }).catch((e: unknown) => {
      opened = undefined
      throw e
    })
  return () => (opened ??= open())
}
