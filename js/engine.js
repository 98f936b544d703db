// The engine, in a worker.

import { startWorker } from './worker-port.js'

/** Plays and analyses. One search runs at a time: another search ends it. */
export class Engine {
  #port
  #last = 0
  #waiting = new Map() // by the number of a command
  #failed

  constructor(port) {
    this.#port = port
  }

  /** Starts the engine in a worker. */
  static async start() {
    let ready
    const engine = new Engine()
    const started = new Promise((resolve, reject) => (ready = { resolve, reject }))
    engine.#port = await startWorker((answer) => {
      if (answer.t === 'readyok') ready.resolve()
      else engine.#take(answer)
    })
    engine.#failed = ready.reject
    await started
    engine.#failed = undefined
    return engine
  }

  #take(answer) {
    if (answer.t === 'failed') {
      const error = new Error(`the engine has failed: ${answer.text || answer.reason}`)
      this.#failed?.(error)
      for (const { reject } of this.#waiting.values()) reject(error)
      this.#waiting.clear()
      this.dispose()
      return
    }
    const waiting = this.#waiting.get(answer.id)
    if (!waiting) return
    if (answer.t === 'info') {
      waiting.onInfo?.(answer.info)
      return
    }
    this.#waiting.delete(answer.id)
    if (answer.t === 'error') waiting.reject(new Error(answer.text))
    else waiting.resolve(answer)
  }

  #send(command, onInfo) {
    if (!this.#port) return Promise.reject(new Error('the engine has been disposed of'))
    const id = ++this.#last
    for (const [old, { reject }] of this.#waiting) {
      this.#waiting.delete(old)
      reject(new Error('another command has replaced this one'))
    }
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject, onInfo })
      this.#port.post({ ...command, id })
    })
  }

  /**
   * Searches a position: a Board, or {variant, fen, moves}. Limits: depth, nodes, movetime (ms), multipv, hash (MB),
   * level (1–8) with seed, or time and increment of the clock (ms). Without a limit it searches until stop().
   * Resolves to {bestMove, ponder, lines, depth, nodes, …}; a finished game to {bestMove: null, result, reason}.
   */
  async search(position, limits = {}, onInfo) {
    const { depth, nodes, movetime, multipv, hash, level, seed, time, increment, newgame } = limits
    const answer = await this.#send(
      { t: 'go', ...line(position), depth, nodes, movetime, multipv, hash, level, seed, time, increment, newgame },
      onInfo,
    )
    if (answer.t === 'over')
      return { bestMove: null, ponder: null, lines: [], result: answer.result, reason: answer.reason }
    const [bestMove, ponder = null] = answer.info.lines[0].pv
    return { bestMove, ponder, ...answer.info }
  }

  /** Looks a position up in the tablebases of the program. Rejects if it is not in them. */
  async probe(position) {
    return (await this.#send({ t: 'probe', ...line(position) })).table
  }

  /** Ends the search. Its promise resolves with what was found. */
  stop() {
    this.#port?.post({ t: 'stop', id: this.#last })
  }

  dispose() {
    this.#port?.close()
    this.#port = undefined
    for (const { reject } of this.#waiting.values()) reject(new Error('the engine has been disposed of'))
    this.#waiting.clear()
  }
}

if (Symbol.dispose) Engine.prototype[Symbol.dispose] = Engine.prototype.dispose

// line names a position as the program reads it.
function line(position) {
  if (typeof position?.moveStack === 'function') {
    return {
      variant: position.variant(),
      fen: position.startFen(),
      moves: position.moveStack().split(' ').filter(Boolean),
    }
  }
  const { variant, fen = '', moves = [] } = position ?? {}
  if (typeof variant !== 'string') throw new TypeError('expected a Board, or an object with a variant')
  return { variant, fen, moves: typeof moves === 'string' ? moves.split(/\s+/).filter(Boolean) : [...moves] }
}
