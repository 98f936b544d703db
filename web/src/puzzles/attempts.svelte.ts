// The attempts that the server has not yet answered. They are in the browser's storage, so that
// neither a reload nor a day without a network loses them, and all tabs share them. The server
// counts an attempt that is sent twice once.

import { ApiError } from '../lib/api'
import { puzzleApi, type AttemptReport, type AttemptResult } from './api'
import { read, write } from './stored'

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

export const attemptsKey = 'wane-attempts'
/** The most that are kept: beyond that the oldest are dropped. */
export const most = 500
const batch = 40 // in one request
const firstDelay = 5000 // ms
const maxDelay = 300_000 // ms

const valid = (v: unknown): v is AttemptReport[] =>
  Array.isArray(v) && v.every((a) => !!a && typeof a.id === 'string' && typeof a.puzzle === 'string' && Array.isArray(a.moves))

export class Attempts {
  /** What has become of attempts, by ID, as far as the server has answered since the page was opened. */
  results: Record<string, AttemptResult> = $state({})
  /** How many wait for the server. */
  waiting = $state(0)
  #store: Store | null | undefined
  #send: (list: AttemptReport[]) => Promise<AttemptResult[]>
  #sending: Promise<void> | null = null
  #timer: ReturnType<typeof setTimeout> | undefined
  #delay = firstDelay

  /** Without a store the browser's is used; null: none. */
  constructor(send = puzzleApi.attempts, store?: Store | null) {
    this.#send = send
    this.#store = store
    this.waiting = this.#read().length
  }

  /** Keeps an attempt and sends it, now or as soon as the server answers. */
  add(a: AttemptReport): Promise<void> {
    this.#write([...this.#read().filter((b) => b.id !== a.id), a].slice(-most))
    this.#delay = firstDelay
    return this.flush()
  }

  /** Sends what waits. */
  flush(): Promise<void> {
    this.#sending ??= this.#run().finally(() => (this.#sending = null))
    return this.#sending
  }

  async #run(): Promise<void> {
    clearTimeout(this.#timer)
    let size = batch
    for (;;) {
      const list = this.#read().slice(0, size)
      if (!list.length) return
      try {
        const answer = await this.#send(list)
        this.#delay = firstDelay
        size = batch
        list.forEach((a, i) => answer[i] && (this.results[a.id] = { ...answer[i], id: a.id }))
        this.#remove(list)
      } catch (e) {
        const refused = e instanceof ApiError && e.status >= 400 && e.status < 500 && ![401, 403, 404, 408, 409, 425, 429].includes(e.status)
        if (!refused) return this.#later()
        // One of them is not valid: the others count.
        if (list.length > 1) size = 1
        else this.#remove(list)
      }
    }
  }

  #later(): void {
    this.#timer = setTimeout(() => void this.flush(), this.#delay)
    this.#delay = Math.min(maxDelay, 2 * this.#delay)
  }

  #read(): AttemptReport[] {
    return this.#memory ?? (this.#store === undefined ? read(attemptsKey, valid) : read(attemptsKey, valid, this.#store)) ?? []
  }
  #memory: AttemptReport[] | null = null // where storage is full or blocked
  #write(list: AttemptReport[]): void {
    const value = list.length ? list : undefined
    const stored = this.#store === undefined ? write(attemptsKey, value) : write(attemptsKey, value, this.#store)
    this.#memory = stored ? null : list
    this.waiting = list.length
  }
  #remove(sent: AttemptReport[]): void {
    const gone = new Set(sent.map((a) => a.id))
    this.#write(this.#read().filter((a) => !gone.has(a.id)))
  }
}

/** The attempts of this browser. */
export const attempts = new Attempts()
if (typeof addEventListener === 'function') addEventListener('online', () => void attempts.flush())
