// The engine's worker for single questions, each with one answer: whether a position is a puzzle,
// or what a position is worth after a short search. They are answered one after the other.

import type { EngineAnswer, EngineInfo, Line } from '../net/types'
import { openWorker, type Port } from './port'

/** The worker has failed, or does not answer. */
export class OracleError extends Error {
  constructor(
    readonly kind: 'fetch' | 'start' | 'ended' | 'silent' | 'refused',
    message = '',
  ) {
    super(message || kind)
  }
}

type Answer = Omit<EngineAnswer, 't'> & { t: string }

interface Question<A extends Answer> {
  command: Record<string, unknown>
  /** The types of the answers that end it. */
  ends: readonly string[]
  patience: number
  settle: { resolve: (a: A) => void; reject: (e: Error) => void }
}

const starts = 30_000 // ms until the program must take commands

export class Oracle {
  #worker: Port | null = null
  #ready = false
  #id = 0
  #queue: Question<Answer>[] = []
  #watch: ReturnType<typeof setTimeout> | undefined
  #open: () => Port

  constructor(open: () => Port = openWorker) {
    this.#open = open
  }

  /** Sends a command and returns the first answer of one of the given types; ms without an answer are an error. */
  ask<A extends Answer>(command: Record<string, unknown>, ends: readonly string[], patience: number): Promise<A> {
    return new Promise<A>((resolve, reject) => {
      this.#queue.push({ command, ends, patience, settle: { resolve: resolve as (a: Answer) => void, reject } })
      if (this.#queue.length === 1) this.#next()
    })
  }

  /** Searches the position at the end of a line for some ms. Returns undefined if the game is over there. */
  async search(line: Line, movetime: number): Promise<EngineInfo | undefined> {
    const { variant, fen, moves } = line
    const a = await this.ask<EngineAnswer>(
      { t: 'go', variant, fen, moves, movetime, hash: 16 },
      ['bestmove', 'over'],
      movetime + 20_000,
    )
    return a.t === 'over' ? undefined : a.info
  }

  /** Ends the worker; questions that wait are not answered. */
  close(): void {
    clearTimeout(this.#watch)
    this.#worker?.terminate()
    this.#worker = null
    this.#ready = false
    this.#queue = []
  }

  #next(): void {
    const q = this.#queue[0]
    if (!q) return
    clearTimeout(this.#watch)
    if (!this.#worker) return this.#start()
    if (!this.#ready) return
    this.#watch = setTimeout(() => this.#fail('silent'), q.patience)
    this.#worker.postMessage(JSON.stringify({ ...q.command, id: ++this.#id }))
  }

  #start(): void {
    try {
      const worker = this.#open()
      this.#worker = worker
      this.#watch = setTimeout(() => this.#fail('silent'), starts)
      worker.onmessage = (e) => this.#worker === worker && this.#receive(JSON.parse(e.data) as Answer)
      worker.onerror = (e) => {
        e.preventDefault?.() // it is reported here
        if (this.#worker === worker) this.#fail(this.#ready ? 'ended' : 'fetch', e.message)
      }
    } catch (e) {
      this.#fail('start', (e as Error).message)
    }
  }

  #receive(a: Answer): void {
    if (a.t === 'readyok') {
      this.#ready = true
      return this.#next()
    }
    if (a.t === 'failed') return this.#fail(a.reason as 'ended', a.text)
    const q = this.#queue[0]
    if (!q || a.id !== this.#id) return
    if (a.t === 'error') q.settle.reject(new OracleError('refused', a.text))
    else if (q.ends.includes(a.t)) q.settle.resolve(a)
    else return
    this.#queue.shift()
    clearTimeout(this.#watch)
    this.#next()
  }

  /** Rejects all questions; the next one starts another worker. */
  #fail(kind: OracleError['kind'], text = ''): void {
    const all = this.#queue
    this.close()
    for (const q of all) q.settle.reject(new OracleError(kind, text))
  }
}
