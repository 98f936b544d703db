// The engine of the page: a worker that starts when it is needed, stops when it is not,
// and searches one position at a time.
//
// internal/page/engineworker describes the messages. The worker takes up to 20 ms to
// stop; the page ignores its answers at once.

import type { EngineAnswer, EngineCommand, EngineInfo, Line } from '../net/types'
import { openWorker, type Port } from './port'

/**
 * off; loading: the program is being loaded; searching; paused: the page is hidden; done:
 * the search is complete, or its time is up; over: the game is over, so there is nothing
 * to search; failed.
 */
export type EngineState = 'off' | 'loading' | 'searching' | 'paused' | 'done' | 'over' | 'failed'

/**
 * fetch: not fetched from the server; start: not started; ended: perhaps out of memory; silent: no more answers; order:
 * the position is rejected, text says why.
 */
export interface Fault {
  kind: 'fetch' | 'start' | 'ended' | 'silent' | 'order'
  text: string
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
  worker: openWorker,
  visible: () => document.visibilityState !== 'hidden',
  onvisible(changed) {
    document.addEventListener('visibilitychange', changed)
    return () => document.removeEventListener('visibilitychange', changed)
  },
  small:
    ((navigator as { deviceMemory?: number }).deviceMemory ?? 8) <= 4 || Math.min(screen.width, screen.height) < 600,
})

const minute = 60_000
/** How long it searches a position: a forgotten page must not empty a battery. */
const searchTime = { small: 2 * minute, large: 10 * minute }
/** MB of its transposition table. The program needs some 20 more. */
const table = { small: 8, large: 16 }
/** How long an idle worker is kept, in case the engine is switched on again. Phones keep none. */
const keep = minute
/** A worker that searches sends four answers a second. */
const silence = 10_000

export class Engine {
  state: EngineState = $state('off')
  /** What it has found in the position; null before the first line. */
  info: EngineInfo | null = $state.raw(null)
  /** When it is done: whether a longer search may find more. */
  more = $state(false)
  /** How the game ended, if it is over. */
  ending: { result: string; reason: string } | null = $state.raw(null)
  fault: Fault | null = $state.raw(null)

  readonly #around: Surroundings
  readonly #unhook: () => void
  #worker: Port | null = null
  #ready = false
  #command: EngineCommand | null = null // the search that is wanted
  #clock: () => Partial<EngineCommand> = () => ({})
  #id = 0
  #depth = 0 // infos that are less deep are not shown
  #watch: ReturnType<typeof setTimeout> | undefined
  #leave: ReturnType<typeof setTimeout> | undefined

  constructor(around: Surroundings = browser()) {
    this.#around = around
    this.#unhook = around.onvisible(() => this.#visibilityChanged())
  }

  /** Searches the position at the end of a line, unless it does already, for so many best lines. */
  analyze(line: Line, multipv: number) {
    this.#want(line, { multipv, movetime: this.#around.small ? searchTime.small : searchTime.large })
  }

  /**
   * Chooses a move as a level does; the first move of the info is it when the search is done.
   * clock tells the time that its clock shows, in ms, whenever the search starts or restarts.
   */
  play(line: Line, level: number, seed: number, clock: () => { time?: number; increment?: number } = () => ({})) {
    if (this.state === 'done') this.#command = null // the same position again, after a takeback
    this.#want(line, { level, seed }, clock)
  }

  #want(line: Line, limits: Partial<EngineCommand>, clock: () => Partial<EngineCommand> = () => ({})) {
    this.#clock = clock
    const hash = this.#around.small ? table.small : table.large
    const command: EngineCommand = {
      t: 'go',
      id: 0,
      variant: line.variant,
      fen: line.fen,
      moves: [...line.moves],
      hash,
      ...limits,
    }
    if (this.#command && same(this.#command, command)) return
    this.#command = command
    this.info = null
    this.#begin()
  }

  /** Resumes a search that is done, for twice as long. */
  resume() {
    if (this.state !== 'done' || !this.#command) return
    this.#command = { ...this.#command, movetime: 2 * this.#command.movetime! }
    this.#begin(this.info?.depth)
  }

  /** Retries after a failure. */
  retry() {
    if (this.state !== 'failed' || !this.#command) return
    this.#close()
    this.#begin()
  }

  /** Stops at once and forgets the position. */
  stop() {
    this.#command = null
    this.info = null
    this.#enter('off')
    this.#idle()
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

  #enter(
    state: EngineState,
    more: { ending?: { result: string; reason: string }; fault?: Fault; more?: boolean } = {},
  ) {
    this.state = state
    this.ending = more.ending ?? null
    this.fault = more.fault ?? null
    this.more = more.more ?? false
    clearTimeout(this.#watch)
    if (state === 'searching') this.#expectAnswer(Date.now())
  }

  /** Fails unless an answer comes in time. A machine that was asleep gets the time again. */
  #expectAnswer(since: number) {
    this.#watch = setTimeout(() => {
      if (Date.now() - since > 1.5 * silence) this.#expectAnswer(Date.now())
      else this.#fail({ kind: 'silent', text: '' })
    }, silence)
  }

  #open() {
    this.#enter('loading')
    try {
      const worker = this.#around.worker()
      this.#worker = worker
      worker.onmessage = (e) => this.#worker === worker && this.#receive(JSON.parse(e.data) as EngineAnswer)
      worker.onerror = (e) => {
        e.preventDefault?.() // it is reported here
        // Before the first answer, its script may not have loaded at all.
        if (this.#worker === worker) this.#fail({ kind: this.#ready ? 'ended' : 'fetch', text: e.message ?? '' })
      }
    } catch (e) {
      this.#fail({ kind: 'start', text: (e as Error).message })
    }
  }

  #send() {
    this.#command = { ...this.#command!, ...this.#clock(), id: ++this.#id }
    this.#worker!.postMessage(JSON.stringify(this.#command))
    this.#enter('searching')
  }

  #receive(a: EngineAnswer) {
    if (a.t === 'readyok') {
      this.#ready = true
      if (this.state === 'loading') this.#send()
      return
    }
    if (a.t === 'failed') return this.#fail({ kind: a.reason as Fault['kind'], text: a.text ?? '' })
    if (a.id !== this.#id || this.state !== 'searching') return // an answer to an earlier command
    if (a.info && a.info.depth >= this.#depth) this.info = a.info
    if (a.t === 'info') this.#enter('searching')
    else if (a.t === 'bestmove') this.#enter('done', { more: a.more })
    else if (a.t === 'over') this.#enter('over', { ending: { result: a.result!, reason: a.reason! } })
    else this.#enter('failed', { fault: { kind: 'order', text: a.text ?? '' } })
  }

  #fail(fault: Fault) {
    this.#close()
    if (this.#command) this.#enter('failed', { fault })
  }

  #visibilityChanged() {
    if (!this.#around.visible()) {
      if (this.state === 'loading' || this.state === 'searching') this.#enter('paused')
      this.#idle()
    } else if (this.state === 'paused') this.#begin()
  }

  /** Stops the search, and removes the worker if it is not needed again soon. */
  #idle() {
    if (!this.#worker) return
    if (!this.#ready || this.#around.small) return this.#close()
    this.#worker.postMessage(JSON.stringify({ t: 'stop', id: this.#id } satisfies EngineCommand))
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

/** Whether two commands are for the same lines of the same position. */
function same(a: EngineCommand, b: EngineCommand): boolean {
  return (
    a.variant === b.variant &&
    a.fen === b.fen &&
    a.multipv === b.multipv &&
    a.level === b.level &&
    a.seed === b.seed &&
    a.moves!.length === b.moves!.length &&
    a.moves!.every((m, i) => m === b.moves![i])
  )
}
