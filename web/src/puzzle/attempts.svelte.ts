// The attempts and runs that the server has not yet answered. They are in the browser's storage, so
// that neither a reload nor a day without a network loses them, and all tabs share them. The server
// counts what is sent twice once. What an account did waits for that account: another user of this
// browser does not send it. What a guest did is sent for the next user, as studies are.

import { ApiError } from '../net/api'
import { user } from '../net/me.svelte'
import { puzzleApi, type AttemptReport, type AttemptResult, type RunReport } from './api'
import { local, type Stored } from '../net/stored'

/** What waits: an attempt or a run, with the name of its account; without a name it is a guest's. */
type Waiting = { id: string; account?: string } & (AttemptReport | { run: RunReport })
interface Server {
  attempts(list: AttemptReport[]): Promise<AttemptResult[]>
  answerRun(run: RunReport): Promise<unknown>
}
interface Who {
  /** The name of the account that is signed in, as far as the page knows; '' for a guest. */
  name(): string
  /** Asks the server who that is, unless it has answered already. */
  ask(): Promise<void>
}
const visitor: Who = {
  name: () => user.account?.name ?? '',
  ask: async () => {
    if (user.account && !user.me) await user.refresh()
  },
}

export const attemptsKey = 'wane-attempts'
/** The most that are kept: beyond that the oldest are dropped. */
export const most = 500
const batch = 40 // in one request
const firstDelay = 5000 // ms
const maxDelay = 300_000 // ms

const isAttempt = (w: Waiting): w is Waiting & AttemptReport => 'puzzle' in w
const valid = (v: unknown): v is Waiting[] =>
  Array.isArray(v) &&
  v.every(
    (a) =>
      !!a &&
      typeof a.id === 'string' &&
      (typeof a.run === 'object' ? !!a.run : typeof a.puzzle === 'string' && Array.isArray(a.moves)),
  )

/**
 * Whether the server will not take something, whenever it is sent. A run that it does not believe conflicts, and one of
 * yesterday is forgotten.
 */
const refused = (e: unknown, run: boolean): boolean =>
  e instanceof ApiError &&
  e.status >= 400 &&
  e.status < 500 &&
  ![401, 403, 408, 425, 429, ...(run ? [] : [404, 409])].includes(e.status)

export class Attempts {
  /** What has become of attempts, by ID, as far as the server has answered since the page was opened. */
  results: Record<string, AttemptResult> = $state({})
  /** How many of the user's attempts and runs wait for the server. */
  waiting = $state(0)
  #server: Server
  #store: Stored
  #who: Who
  #sending: Promise<void> | null = null
  #timer: ReturnType<typeof setTimeout> | undefined
  #delay = firstDelay

  constructor(server: Server = puzzleApi, store = local, who = visitor) {
    this.#server = server
    this.#store = store
    this.#who = who
    this.waiting = this.#mine().length
  }

  /** Keeps an attempt and sends it, now or as soon as the server answers. */
  add(a: AttemptReport): Promise<void> {
    return this.#add(a)
  }

  /** Does the same with what the server does not have of a run. */
  addRun(id: string, run: RunReport): Promise<void> {
    return this.#add({ id, run })
  }

  #add(w: Waiting): Promise<void> {
    const account = this.#who.name()
    this.#write([...this.#read().filter((b) => b.id !== w.id), account ? { ...w, account } : w].slice(-most))
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
    if (this.#mine().length) await this.#who.ask()
    let size = batch
    for (;;) {
      const mine = this.#mine()
      const list = mine.filter(isAttempt).slice(0, size)
      const sent = list.length ? list : mine.slice(0, 1) // runs come last, one at a time
      if (!sent.length) return void (this.waiting = 0)
      try {
        await (list.length ? this.#attempts(list) : this.#server.answerRun((sent[0] as { run: RunReport }).run))
        this.#delay = firstDelay
        size = batch
        this.#remove(sent)
      } catch (e) {
        if (!refused(e, !list.length)) return this.#later()
        // One of them is not valid: the others count.
        if (sent.length > 1) size = 1
        else this.#remove(sent)
      }
    }
  }

  async #attempts(list: (Waiting & AttemptReport)[]): Promise<void> {
    const answer = await this.#server.attempts(list.map(({ account: _, ...a }) => a))
    list.forEach((a, i) => answer[i] && (this.results[a.id] = { ...answer[i], id: a.id }))
  }

  #later(): void {
    this.#timer = setTimeout(() => void this.flush(), this.#delay)
    this.#delay = Math.min(maxDelay, 2 * this.#delay)
  }

  /** What waits and is the user's. */
  #mine(): Waiting[] {
    const name = this.#who.name()
    return this.#read().filter((w) => !w.account || w.account === name)
  }
  #read(): Waiting[] {
    return this.#memory ?? this.#store.read(attemptsKey, valid) ?? []
  }
  #memory: Waiting[] | null = null // where storage is full or blocked
  #write(list: Waiting[]): void {
    const value = list.length ? list : undefined
    this.#memory = this.#store.write(attemptsKey, value) ? null : list
    this.waiting = this.#mine().length
  }
  #remove(sent: Waiting[]): void {
    const gone = new Set(sent.map((a) => a.id))
    this.#write(this.#read().filter((a) => !gone.has(a.id)))
  }
}

/** The attempts of this browser. */
export const attempts = new Attempts()
if (typeof addEventListener === 'function') addEventListener('online', () => void attempts.flush())
