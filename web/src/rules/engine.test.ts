import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Engine, type Surroundings } from './engine.svelte'
import type { Port } from './port'
import type { EngineAnswer, EngineCommand, EngineInfo } from '../net/types'

/** A worker whose answers the test sends. */
class Worker implements Port {
  onmessage: ((e: MessageEvent<string>) => void) | null = null
  onerror: ((e: ErrorEvent) => void) | null = null
  sent: EngineCommand[] = []
  gone = false
  postMessage(text: string) {
    this.sent.push(JSON.parse(text) as EngineCommand)
  }
  terminate() {
    this.gone = true
  }
  answers(a: Partial<EngineAnswer> & { t: EngineAnswer['t'] }) {
    this.onmessage?.({ data: JSON.stringify({ id: this.last?.id ?? 0, ...a }) } as MessageEvent<string>)
  }
  get last() {
    return this.sent.at(-1)
  }
}

const line = (...moves: string[]) => ({ variant: 'shrink', fen: '', moves })
const info = (depth: number): EngineInfo => ({
  depth,
  seldepth: depth + 5,
  nodes: 1000,
  nps: 500,
  time: 2000,
  lines: [{ score: { cp: 10 * depth }, pv: ['e2e4'], san: ['e4'], numbers: ['1.'] }],
})

let workers: Worker[]
let visible: boolean
let visibilityChanged: (() => void) | undefined
let engine: Engine
let refuse: Error | null

function make(small = false) {
  const around: Surroundings = {
    worker() {
      if (refuse) throw refuse
      workers.push(new Worker())
      return workers.at(-1)!
    },
    visible: () => visible,
    onvisible(changed) {
      visibilityChanged = changed
      return () => (visibilityChanged = undefined)
    },
    small,
  }
  engine = new Engine(around)
  return engine
}
const worker = () => workers.at(-1)!

/** An engine that searches a position. */
function searching(small = false) {
  make(small).analyze(line(), 1)
  worker().answers({ t: 'readyok' })
  return engine
}
function hide(away: boolean) {
  visible = !away
  visibilityChanged?.()
}

beforeEach(() => {
  vi.useFakeTimers()
  workers = []
  visible = true
  refuse = null
})
afterEach(() => {
  engine.destroy()
  vi.useRealTimers()
})

describe('an engine', () => {
  it('is off, without a worker, until it is switched on', () => {
    make()
    expect(engine.state).toBe('off')
    expect(workers).toHaveLength(0)
  })
  it('loads, searches and is done', () => {
    make().analyze(line('e2e4'), 3)
    expect(engine.state).toBe('loading')
    expect(worker().sent).toEqual([])
    worker().answers({ t: 'readyok' })
    expect(worker().sent).toEqual([
      { t: 'go', id: 1, variant: 'shrink', fen: '', moves: ['e2e4'], multipv: 3, movetime: 600_000, hash: 16 },
    ])
    expect([engine.state, engine.info]).toEqual(['searching', null])
    worker().answers({ t: 'info', info: info(8) })
    expect(engine.info).toEqual(info(8))
    worker().answers({ t: 'bestmove', info: info(9), more: false })
    expect([engine.state, engine.info?.depth, engine.more]).toEqual(['done', 9, false])
  })
  it('chooses a move again in the same position, as after a takeback', () => {
    make().play(line('e2e4'), 3, 7)
    worker().answers({ t: 'readyok' })
    engine.play(line('e2e4'), 3, 7)
    expect(worker().sent).toHaveLength(1)
    worker().answers({ t: 'bestmove', info: info(9), more: false })
    engine.play(line('e2e4'), 3, 7)
    expect([engine.state, engine.info, worker().sent.length]).toEqual(['searching', null, 2])
  })
  it('learns what its clock shows whenever it starts', () => {
    let time = 9000
    make().play(line('e2e4'), 3, 7, () => ({ time, increment: 2000 }))
    time = 8000
    worker().answers({ t: 'readyok' })
    expect(worker().last).toMatchObject({ time: 8000, increment: 2000 })
    time = 5000
    hide(true)
    hide(false)
    expect(worker().last).toMatchObject({ id: 2, time: 5000 })
    worker().answers({ t: 'failed', reason: 'ended' })
    time = 4000
    engine.retry()
    worker().answers({ t: 'readyok' })
    expect(worker().last).toMatchObject({ time: 4000 })
    engine.analyze(line('e2e4'), 1)
    expect(worker().last).not.toHaveProperty('time')
  })
  it('uses less memory and time on a phone', () => {
    searching(true)
    expect(worker().last).toMatchObject({ hash: 8, movetime: 120_000 })
  })
  it('reports that a game is over', () => {
    searching()
    worker().answers({ t: 'over', result: '1-0', reason: 'checkmate' })
    expect([engine.state, engine.ending, engine.info]).toEqual(['over', { result: '1-0', reason: 'checkmate' }, null])
    engine.analyze(line('e2e4'), 1)
    expect([engine.state, engine.ending]).toEqual(['searching', null])
  })
})

describe('another position', () => {
  it('is searched at once, and answers about the old one are ignored', () => {
    searching()
    worker().answers({ t: 'info', info: info(20) })
    engine.analyze(line('e2e4'), 1)
    expect([engine.state, engine.info, worker().sent.length]).toEqual(['searching', null, 2])
    worker().answers({ t: 'bestmove', id: 1, info: info(21), more: true })
    expect([engine.state, engine.info]).toEqual(['searching', null])
    worker().answers({ t: 'info', id: 2, info: info(5) })
    expect(engine.info?.depth).toBe(5)
    expect(workers).toHaveLength(1)
  })
  it('is the same one if nothing of it differs', () => {
    searching()
    engine.analyze({ ...line(), moves: [] }, 1)
    expect(worker().sent).toHaveLength(1)
    engine.analyze(line(), 2)
    expect(worker().sent).toHaveLength(2)
  })
  it('replaces the first one while the program is loading', () => {
    make().analyze(line(), 1)
    engine.analyze(line('e2e4'), 1)
    engine.analyze(line('d2d4'), 1)
    worker().answers({ t: 'readyok' })
    expect(worker().sent.map((o) => o.moves)).toEqual([['d2d4']])
    expect(workers).toHaveLength(1)
  })
})

describe('a stop', () => {
  it('is at once, and the worker waits a minute for the next command', () => {
    searching()
    worker().answers({ t: 'info', info: info(8) })
    engine.stop()
    expect([engine.state, engine.info]).toEqual(['off', null])
    expect(worker().last).toEqual({ t: 'stop', id: 1 })
    worker().answers({ t: 'bestmove', id: 1, info: info(9), more: true })
    expect([engine.state, engine.info]).toEqual(['off', null])
    vi.advanceTimersByTime(59_000)
    engine.analyze(line(), 1)
    expect([engine.state, worker().last?.id]).toEqual(['searching', 2])
    worker().answers({ t: 'bestmove' })
    vi.advanceTimersByTime(120_000)
    expect(worker().gone).toBe(false)
    engine.stop()
    vi.advanceTimersByTime(61_000)
    expect(worker().gone).toBe(true)
    engine.analyze(line(), 1)
    expect([engine.state, workers.length]).toEqual(['loading', 2])
  })
  it('ends the loading', () => {
    make().analyze(line(), 1)
    engine.stop()
    expect(worker().gone).toBe(true)
    worker().answers({ t: 'readyok' })
    expect([engine.state, worker().sent.length]).toEqual(['off', 0])
  })
  it('by close ends the worker and ignores visibility', () => {
    searching()
    engine.destroy()
    expect([worker().gone, visibilityChanged]).toEqual([true, undefined])
  })
})

describe('while the page is hidden', () => {
  it('stops, and resumes on demand', () => {
    searching()
    hide(true)
    expect([engine.state, worker().last?.t, worker().gone]).toEqual(['paused', 'stop', false])
    hide(false)
    expect([engine.state, worker().last]).toMatchObject(['searching', { t: 'go', id: 2, moves: [] }])
    expect(workers).toHaveLength(1)
  })
  it('keeps no worker on a phone, and not for long elsewhere', () => {
    searching(true)
    hide(true)
    expect(worker().gone).toBe(true)
    hide(false)
    expect([engine.state, workers.length]).toEqual(['loading', 2])
    engine.destroy()
    searching()
    hide(true)
    vi.advanceTimersByTime(61_000)
    expect(worker().gone).toBe(true)
    hide(false)
    worker().answers({ t: 'readyok' })
    expect([engine.state, worker().last?.t]).toEqual(['searching', 'go'])
  })
  it('does not start', () => {
    visible = false
    make().analyze(line(), 1)
    expect([engine.state, workers.length]).toEqual(['paused', 0])
    hide(false)
    expect([engine.state, workers.length]).toEqual(['loading', 1])
  })
  it('stays complete if it was', () => {
    searching()
    worker().answers({ t: 'bestmove', info: info(9), more: true })
    hide(true)
    hide(false)
    expect([engine.state, engine.info?.depth, engine.more]).toEqual(['done', 9, true])
  })
})

describe('a longer search', () => {
  it('takes twice as long and skips lower depths', () => {
    searching()
    worker().answers({ t: 'bestmove', info: info(20), more: true })
    engine.resume()
    expect([engine.state, worker().last]).toMatchObject(['searching', { id: 2, movetime: 1_200_000 }])
    worker().answers({ t: 'info', info: info(3) })
    expect(engine.info?.depth).toBe(20)
    worker().answers({ t: 'info', info: info(21) })
    expect(engine.info?.depth).toBe(21)
    engine.resume() // there is nothing to resume while it searches
    expect(worker().last?.id).toBe(2)
    engine.analyze(line('e2e4'), 1)
    worker().answers({ t: 'info', info: info(2) })
    expect([engine.info?.depth, worker().last?.movetime]).toEqual([2, 600_000])
  })
})

describe('a failure', () => {
  it.each(['fetch', 'start', 'ended'] as const)('of the worker is reported (%s), and can be retried', (reason) => {
    make().analyze(line(), 1)
    worker().answers({ t: 'failed', reason, text: 'because' })
    expect([engine.state, engine.fault]).toEqual(['failed', { kind: reason, text: 'because' }])
    expect(worker().gone).toBe(true)
    engine.analyze(line(), 1) // not by itself
    expect(workers).toHaveLength(1)
    engine.retry()
    expect([engine.state, engine.fault, workers.length]).toEqual(['loading', null, 2])
    worker().answers({ t: 'readyok' })
    expect(engine.state).toBe('searching')
  })
  it('of its script is reported', () => {
    make().analyze(line(), 1)
    worker().onerror?.({ message: 'gone' } as ErrorEvent)
    expect(engine.fault).toEqual({ kind: 'fetch', text: 'gone' })
    engine.retry()
    worker().answers({ t: 'readyok' })
    worker().onerror?.({ message: 'unreachable' } as ErrorEvent)
    expect(engine.fault).toEqual({ kind: 'ended', text: 'unreachable' })
  })
  it('to create a worker is reported', () => {
    refuse = new Error('no workers here')
    make().analyze(line(), 1)
    expect([engine.state, engine.fault]).toEqual(['failed', { kind: 'start', text: 'no workers here' }])
    refuse = null
    engine.retry()
    expect(engine.state).toBe('loading')
  })
  it('is reported without answers, unless the machine was asleep', () => {
    searching()
    for (let i = 0; i < 5; i++) {
      vi.advanceTimersByTime(9000)
      worker().answers({ t: 'info', info: info(8) })
    }
    expect(engine.state).toBe('searching')
    vi.setSystemTime(Date.now() + 3_600_000) // timers stand still while a machine sleeps
    vi.advanceTimersByTime(10_000)
    expect(engine.state).toBe('searching')
    vi.advanceTimersByTime(10_000)
    expect([engine.state, engine.fault?.kind, worker().gone]).toEqual(['failed', 'silent', true])
  })
  it('is not silence while there is nothing to do', () => {
    searching()
    worker().answers({ t: 'bestmove', info: info(9) })
    vi.advanceTimersByTime(60_000)
    expect(engine.state).toBe('done')
  })
  it('to understand a command is reported, and another position may do', () => {
    searching()
    worker().answers({ t: 'error', text: 'move 1: no' })
    expect([engine.state, engine.fault]).toEqual(['failed', { kind: 'order', text: 'move 1: no' }])
    engine.analyze(line('e2e4'), 1)
    expect([engine.state, engine.fault, worker().last?.id]).toEqual(['searching', null, 2])
  })
  it('is ignored when it is off', () => {
    searching()
    engine.stop()
    worker().answers({ t: 'failed', reason: 'ended', text: '' })
    expect([engine.state, engine.fault]).toEqual(['off', null])
    engine.analyze(line(), 1)
    expect(engine.state).toBe('loading')
  })
})
