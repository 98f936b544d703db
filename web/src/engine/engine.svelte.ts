// The engine as the page has it: a worker that is started when it is wanted,
// stopped when it is not, and that thinks about one position at a time.
//
// How the two talk is said in internal/page/engineworker. A stop is heard by the worker
// within some 20 ms; the page forgets what it had asked at once.

import type { EngineAnswer, EngineOrder, EngineThought, Line } from '../lib/types'

/**
 * off; loading: the program is on its way; thinking; paused: the user does not look at the
 * page; done: there is no more to find, or the time for it is up; over: the game
 * has ended, there is nothing to think about; failed.
 */
export type EngineState = 'off' | 'loading' | 'thinking' | 'paused' | 'done' | 'over' | 'failed'

/** fetch: not to be had from the server; start: not to be started; ended: for want of memory, perhaps; silent: it says nothing any more; order: it refuses the position, text says why. */
export interface Fault {
  kind: 'fetch' | 'start' | 'ended' | 'silent' | 'order'
  text: string
}

/** What the engine needs of a Worker. */
export interface Port {
  onmessage: ((e: MessageEvent<string>) => void) | null
  onerror: ((e: ErrorEvent) => void) | null
  postMessage(text: string): void
  terminate(): void
}

/** What the engine needs of the browser. */
export interface Surroundings {
  worker(): Port
  visible(): boolean
  /** Calls back whenever the page is hidden or shown; the function returned ends that. */
  onvisible(changed: () => void): () => void
  /** Whether this is a phone or the like: little memory, a battery. */
  small: boolean
}

const browser = (): Surroundings => ({
  worker: () => new Worker(new URL('./worker.ts', import.meta.url), { type: 'module', name: 'wane engine' }),
  visible: () => document.visibilityState !== 'hidden',
  onvisible(changed) {
    document.addEventListener('visibilitychange', changed)
    return () => document.removeEventListener('visibilitychange', changed)
  },
  small: ((navigator as { deviceMemory?: number }).deviceMemory ?? 8) <= 4 || Math.min(screen.width, screen.height) < 600,
})

const minute = 60_000
/** For how long it thinks about a position unasked: a page that is forgotten shall not empty a battery. */
const patience = { small: 2 * minute, large: 10 * minute }
/** MB of its table. The program needs some 20 beside. */
const table = { small: 8, large: 16 }
/** For how long an idle worker is kept, in case the engine is switched on again. Phones keep none. */
const keep = minute
/** A worker that thinks speaks four times a second. */
const silence = 10_000

export class Engine {
  state: EngineState = $state('off')
  /** What it thinks about the position, once it thinks something. */
  thought: EngineThought | null = $state.raw(null)
  /** When it is done: whether it could go on. */
  more = $state(false)
  /** How the game ended, if it is over. */
  ending: { result: string; reason: string } | null = $state.raw(null)
  fault: Fault | null = $state.raw(null)

  readonly #around: Surroundings
  readonly #unhook: () => void
  #worker: Port | null = null
  #ready = false
  #order: EngineOrder | null = null // what it is to think about
  #id = 0
  #depth = 0 // thoughts that are less deep say nothing new
  #watch: ReturnType<typeof setTimeout> | undefined
  #leave: ReturnType<typeof setTimeout> | undefined

  constructor(around: Surroundings = browser()) {
    this.#around = around
    this.#unhook = around.onvisible(() => this.#looked())
  }

  /** Thinks about the end of a line, unless it does already, and shows so many best lines. */
  analyze(line: Line, lines: number) {
    const { small } = this.#around
    const order: EngineOrder = {
      t: 'think',
      id: 0,
      variant: line.variant,
      fen: line.fen,
      moves: [...line.moves],
      lines,
      time: small ? patience.small : patience.large,
      hash: small ? table.small : table.large,
    }
    if (this.#order && same(this.#order, order)) return
    this.#order = order
    this.thought = null
    this.#begin()
  }

  /** Thinks on where it stopped, for twice as long. */
  goOn() {
    if (this.state !== 'done' || !this.#order) return
    this.#order = { ...this.#order, time: 2 * this.#order.time! }
    this.#begin(this.thought?.depth)
  }

  /** Tries once more after a failure. */
  again() {
    if (this.state !== 'failed' || !this.#order) return
    this.#close()
    this.#begin()
  }

  /** Stops at once and forgets the position. */
  stop() {
    this.#order = null
    this.thought = null
    this.#enter('off')
    this.#rest()
  }

  /** Stops for good. */
  destroy() {
    this.stop()
    this.#close()
    this.#unhook()
  }

  #begin(depth = 0) {
    this.#depth = depth
    if (!this.#around.visible()) return this.#enter('paused')
    clearTimeout(this.#leave)
    if (!this.#worker) this.#open()
    else if (this.#ready) this.#send()
    else this.#enter('loading')
  }

  #enter(state: EngineState, more: { ending?: { result: string; reason: string }; fault?: Fault; more?: boolean } = {}) {
    this.state = state
    this.ending = more.ending ?? null
    this.fault = more.fault ?? null
    this.more = more.more ?? false
    clearTimeout(this.#watch)
    if (state === 'thinking') this.#listen(Date.now())
  }

  /** Fails unless something is heard. A machine that was asleep is given its time again. */
  #listen(since: number) {
    this.#watch = setTimeout(() => {
      if (Date.now() - since > 1.5 * silence) this.#listen(Date.now())
      else this.#fail({ kind: 'silent', text: '' })
    }, silence)
  }

  #open() {
    this.#enter('loading')
    try {
      const worker = this.#around.worker()
      this.#worker = worker
      worker.onmessage = (e) => this.#worker === worker && this.#hear(JSON.parse(e.data) as EngineAnswer)
      worker.onerror = (e) => {
        e.preventDefault?.() // it is told here
        // Before it has said anything, its script may not have come at all.
        if (this.#worker === worker) this.#fail({ kind: this.#ready ? 'ended' : 'fetch', text: e.message ?? '' })
      }
    } catch (e) {
      this.#fail({ kind: 'start', text: (e as Error).message })
    }
  }

  #send() {
    this.#order = { ...this.#order!, id: ++this.#id }
    this.#worker!.postMessage(JSON.stringify(this.#order))
    this.#enter('thinking')
  }

  #hear(a: EngineAnswer) {
    if (a.t === 'ready') {
      this.#ready = true
      if (this.state === 'loading') this.#send()
      return
    }
    if (a.t === 'failed') return this.#fail({ kind: a.reason as Fault['kind'], text: a.text ?? '' })
    if (a.id !== this.#id || this.state !== 'thinking') return // an answer that is no longer wanted
    if (a.thought && a.thought.depth >= this.#depth) this.thought = a.thought
    if (a.t === 'thought') this.#enter('thinking')
    else if (a.t === 'done') this.#enter('done', { more: a.more })
    else if (a.t === 'over') this.#enter('over', { ending: { result: a.result!, reason: a.reason! } })
    else this.#enter('failed', { fault: { kind: 'order', text: a.text ?? '' } })
  }

  #fail(fault: Fault) {
    this.#close()
    if (this.#order) this.#enter('failed', { fault })
  }

  /** The page was hidden, or is looked at again. */
  #looked() {
    if (!this.#around.visible()) {
      if (this.state === 'loading' || this.state === 'thinking') this.#enter('paused')
      this.#rest()
    } else if (this.state === 'paused') this.#begin()
  }

  /** Lets the worker stop what it does, and removes it if it is not needed again soon. */
  #rest() {
    if (!this.#worker) return
    if (!this.#ready || this.#around.small) return this.#close()
    this.#worker.postMessage(JSON.stringify({ t: 'stop', id: this.#id } satisfies EngineOrder))
    clearTimeout(this.#leave)
    this.#leave = setTimeout(() => this.#close(), keep)
  }

  #close() {
    clearTimeout(this.#leave)
    clearTimeout(this.#watch)
    this.#worker?.terminate()
    this.#worker = null
    this.#ready = false
  }
}

/** Whether two orders are for the same lines of the same position. */
function same(a: EngineOrder, b: EngineOrder): boolean {
  return a.variant === b.variant && a.fen === b.fen && a.lines === b.lines && a.moves!.length === b.moves!.length && a.moves!.every((m, i) => m === b.moves![i])
}
