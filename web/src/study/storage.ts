// Keeps studies in this browser, so that they open without a network, and the changes that the server
// does not have yet. Several tabs may send the same changes: the server takes each once.

import { database } from '../net/stored'
import type { Pending, StoredStudy } from './replica'

/** A change that the server has rejected, kept for what was typed. */
export interface Rejected extends Pending {
  readonly why: string
}

export interface SharedStorage {
  load(id: string, account: string): Promise<{ study: StoredStudy | null; pending: Pending[]; rejected: Rejected[] }>
  save(study: StoredStudy, account: string): Promise<void>
  put(id: string, account: string, changes: readonly (Pending | Rejected)[]): Promise<void>
  drop(id: string, keys: readonly number[]): Promise<void>
  /** Forgets all studies of an account, but not what the server does not have of them. */
  forgetAll(account: string): Promise<void>
  /** Forgets the study, but not the changes. */
  forget(id: string): Promise<void>
}

interface StoredChange extends Pending {
  study: string
  account: string
  why?: string
}

class BrowserStorage implements SharedStorage {
  #open = database('wane-shared-studies', { studies: { keyPath: 'id' }, changes: { keyPath: ['study', 'key'] } })

  async #with(
    mode: IDBTransactionMode,
    work: (studies: IDBObjectStore, changes: IDBObjectStore) => { result: unknown }[],
  ): Promise<unknown[]> {
    const t = (await this.#open()).transaction(['studies', 'changes'], mode)
    const requests = work(t.objectStore('studies'), t.objectStore('changes'))
    await new Promise<void>((resolve, reject) => {
      t.oncomplete = () => resolve()
      t.onabort = () => reject(t.error ?? new Error('IndexedDB'))
    })
    return requests.map((r) => r.result)
  }

  async load(id: string, account: string) {
    const [study, changes] = (await this.#with('readonly', (s, c) => [
      s.get(id),
      c.getAll(IDBKeyRange.bound([id], [id, []])),
    ])) as [{ study: StoredStudy; account: string } | undefined, StoredChange[]]
    const mine = changes.filter((c) => c.account === account)
    return {
      study: study?.account === account ? study.study : null,
      pending: mine.filter((c) => !c.why),
      rejected: mine.filter((c): c is StoredChange & Rejected => !!c.why),
    }
  }
  async save(study: StoredStudy, account: string): Promise<void> {
    await this.#with('readwrite', (s) => [s.put({ id: study.id, account, study })])
  }
  async put(id: string, account: string, changes: readonly (Pending | Rejected)[]): Promise<void> {
    await this.#with('readwrite', (_, c) => changes.map((x) => c.put({ ...x, study: id, account })))
  }
  async drop(id: string, keys: readonly number[]): Promise<void> {
    await this.#with('readwrite', (_, c) => keys.map((key) => c.delete([id, key])))
  }
  async forgetAll(account: string): Promise<void> {
    const [all] = (await this.#with('readonly', (s) => [s.getAll()])) as [{ id: string; account: string }[]]
    const ids = all.filter((s) => s.account === account).map((s) => s.id)
    await this.#with('readwrite', (s) => ids.map((id) => s.delete(id)))
  }
  async forget(id: string): Promise<void> {
    await this.#with('readwrite', (s) => [s.delete(id)])
  }
}

let shared: SharedStorage | undefined
/** Returns the storage that all parts of the page share. */
export function sharedStorage(): SharedStorage {
  return (shared ??= new BrowserStorage())
}
