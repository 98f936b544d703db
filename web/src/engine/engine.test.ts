import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Engine, type Port, type Surroundings } from './engine.svelte'
import type { EngineAnswer, EngineOrder, EngineThought } from '../lib/types'

/** A worker that the test is the inside of. */
class Worker implements Port {
  onmessage: ((e: MessageEvent<string>) => void) | null = null
  onerror: ((e: ErrorEvent) => void) | null = null
  sent: EngineOrder[] = []
  gone = false
  postMessage(text: string) {
    this.sent.push(JSON.parse(text) as EngineOrder)
  }
  terminate() {
    this.gone = true
  }
  says(a: Partial<EngineAnswer> & { t: EngineAnswer['t'] }) {
    this.onmessage?.({ data: JSON.stringify({ id: this.last?.id ?? 0, ...a }) } as MessageEvent<string>)
  }
  get last() {
    return this.sent.at(-1)
  }
}

const line = (...moves: string[]) => ({ variant: 'shrink', fen: '', moves })
const thinks = (depth: number): EngineThought => ({
  depth,
  seldepth: depth + 5,
  nodes: 1000,
  nps: 500,
  time: 2000,
  lines: [{ score: { cp: 10 * depth }, pv: ['e2e4'], san: ['e4'], numbers: ['1.'] }],
})

let workers: Worker[]
let visible: boolean
let looked: (() => void) | undefined
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
      looked = changed
      return () => (looked = undefined)
    },
    small,
  }
  engine = new Engine(around)
  return engine
}
const worker = () => workers.at(-1)!

/** An engine that thinks about a line. */
function thinking(small = false) {
  make(small).analyze(line(), 1)
  worker().says({ t: 'ready' })
  return engine
}
function hide(away: boolean) {
  visible = !away
  looked?.()
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
  it('is off, and costs nothing, until it is wanted', () => {
    make()
    expect(engine.state).toBe('off')
    expect(workers).toHaveLength(0)
  })
  it('loads, thinks and is done', () => {
    make().analyze(line('e2e4'), 3)
    expect(engine.state).toBe('loading')
    expect(worker().sent).toEqual([])
    worker().says({ t: 'ready' })
    expect(worker().sent).toEqual([{ t: 'think', id: 1, variant: 'shrink', fen: '', moves: ['e2e4'], lines: 3, time: 600_000, hash: 16 }])
    expect([engine.state, engine.thought]).toEqual(['thinking', null])
    worker().says({ t: 'thought', thought: thinks(8) })
    expect(engine.thought).toEqual(thinks(8))
    worker().says({ t: 'done', thought: thinks(9), more: false })
    expect([engine.state, engine.thought?.depth, engine.more]).toEqual(['done', 9, false])
  })
  it('takes less of a phone', () => {
    thinking(true)
    expect(worker().last).toMatchObject({ hash: 8, time: 120_000 })
  })
  it('says that a game is over', () => {
    thinking()
    worker().says({ t: 'over', result: '1-0', reason: 'checkmate' })
    expect([engine.state, engine.ending, engine.thought]).toEqual(['over', { result: '1-0', reason: 'checkmate' }, null])
    engine.analyze(line('e2e4'), 1)
    expect([engine.state, engine.ending]).toEqual(['thinking', null])
  })
})

describe('another position', () => {
  it('is thought about at once, and what comes of the old one is ignored', () => {
    thinking()
    worker().says({ t: 'thought', thought: thinks(20) })
    engine.analyze(line('e2e4'), 1)
    expect([engine.state, engine.thought, worker().sent.length]).toEqual(['thinking', null, 2])
    worker().says({ t: 'done', id: 1, thought: thinks(21), more: true })
    expect([engine.state, engine.thought]).toEqual(['thinking', null])
    worker().says({ t: 'thought', id: 2, thought: thinks(5) })
    expect(engine.thought?.depth).toBe(5)
    expect(workers).toHaveLength(1)
  })
  it('is the same one if nothing of it differs', () => {
    thinking()
    engine.analyze({ ...line(), moves: [] }, 1)
    expect(worker().sent).toHaveLength(1)
    engine.analyze(line(), 2)
    expect(worker().sent).toHaveLength(2)
  })
  it('that comes while the program is loading is the one to be thought about', () => {
    make().analyze(line(), 1)
    engine.analyze(line('e2e4'), 1)
    engine.analyze(line('d2d4'), 1)
    worker().says({ t: 'ready' })
    expect(worker().sent.map((o) => o.moves)).toEqual([['d2d4']])
    expect(workers).toHaveLength(1)
  })
})

describe('a stop', () => {
  it('is at once, and the worker waits a minute for the next order', () => {
    thinking()
    worker().says({ t: 'thought', thought: thinks(8) })
    engine.stop()
    expect([engine.state, engine.thought]).toEqual(['off', null])
    expect(worker().last).toEqual({ t: 'stop', id: 1 })
    worker().says({ t: 'done', id: 1, thought: thinks(9), more: true })
    expect([engine.state, engine.thought]).toEqual(['off', null])
    vi.advanceTimersByTime(59_000)
    engine.analyze(line(), 1)
    expect([engine.state, worker().last?.id]).toEqual(['thinking', 2])
    worker().says({ t: 'done' })
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
    worker().says({ t: 'ready' })
    expect([engine.state, worker().sent.length]).toEqual(['off', 0])
  })
  it('for good ends the worker and listens no more', () => {
    thinking()
    engine.destroy()
    expect([worker().gone, looked]).toEqual([true, undefined])
  })
})

describe('while the page is hidden', () => {
  it('stops, and resumes on demand', () => {
    thinking()
    hide(true)
    expect([engine.state, worker().last?.t, worker().gone]).toEqual(['paused', 'stop', false])
    hide(false)
    expect([engine.state, worker().last]).toMatchObject(['thinking', { t: 'think', id: 2, moves: [] }])
    expect(workers).toHaveLength(1)
  })
  it('keeps nothing of a phone, and of others not for long', () => {
    thinking(true)
    hide(true)
    expect(worker().gone).toBe(true)
    hide(false)
    expect([engine.state, workers.length]).toEqual(['loading', 2])
    engine.destroy()
    thinking()
    hide(true)
    vi.advanceTimersByTime(61_000)
    expect(worker().gone).toBe(true)
    hide(false)
    worker().says({ t: 'ready' })
    expect([engine.state, worker().last?.t]).toEqual(['thinking', 'think'])
  })
  it('is not begun', () => {
    visible = false
    make().analyze(line(), 1)
    expect([engine.state, workers.length]).toEqual(['paused', 0])
    hide(false)
    expect([engine.state, workers.length]).toEqual(['loading', 1])
  })
  it('and was done, it stays so', () => {
    thinking()
    worker().says({ t: 'done', thought: thinks(9), more: true })
    hide(true)
    hide(false)
    expect([engine.state, engine.thought?.depth, engine.more]).toEqual(['done', 9, true])
  })
})

describe('thinking on', () => {
  it('takes twice as long, and shows nothing that is less deep', () => {
    thinking()
    worker().says({ t: 'done', thought: thinks(20), more: true })
    engine.goOn()
    expect([engine.state, worker().last]).toMatchObject(['thinking', { id: 2, time: 1_200_000 }])
    worker().says({ t: 'thought', thought: thinks(3) })
    expect(engine.thought?.depth).toBe(20)
    worker().says({ t: 'thought', thought: thinks(21) })
    expect(engine.thought?.depth).toBe(21)
    engine.goOn() // there is nothing to resume while it thinks
    expect(worker().last?.id).toBe(2)
    engine.analyze(line('e2e4'), 1)
    worker().says({ t: 'thought', thought: thinks(2) })
    expect([engine.thought?.depth, worker().last?.time]).toEqual([2, 600_000])
  })
})

describe('a failure', () => {
  it.each(['fetch', 'start', 'ended'] as const)('of the worker is told (%s), and can be tried again', (reason) => {
    make().analyze(line(), 1)
    worker().says({ t: 'failed', reason, text: 'because' })
    expect([engine.state, engine.fault]).toEqual(['failed', { kind: reason, text: 'because' }])
    expect(worker().gone).toBe(true)
    engine.analyze(line(), 1) // not by itself
    expect(workers).toHaveLength(1)
    engine.again()
    expect([engine.state, engine.fault, workers.length]).toEqual(['loading', null, 2])
    worker().says({ t: 'ready' })
    expect(engine.state).toBe('thinking')
  })
  it('of its script is told', () => {
    make().analyze(line(), 1)
    worker().onerror?.({ message: 'gone' } as ErrorEvent)
    expect(engine.fault).toEqual({ kind: 'fetch', text: 'gone' })
    engine.again()
    worker().says({ t: 'ready' })
    worker().onerror?.({ message: 'unreachable' } as ErrorEvent)
    expect(engine.fault).toEqual({ kind: 'ended', text: 'unreachable' })
  })
  it('of the browser to make a worker is told', () => {
    refuse = new Error('no workers here')
    make().analyze(line(), 1)
    expect([engine.state, engine.fault]).toEqual(['failed', { kind: 'start', text: 'no workers here' }])
    refuse = null
    engine.again()
    expect(engine.state).toBe('loading')
  })
  it('is that it says nothing any more, unless the machine was asleep', () => {
    thinking()
    for (let i = 0; i < 5; i++) {
      vi.advanceTimersByTime(9000)
      worker().says({ t: 'thought', thought: thinks(8) })
    }
    expect(engine.state).toBe('thinking')
    vi.setSystemTime(Date.now() + 3_600_000) // timers stand still while a machine sleeps
    vi.advanceTimersByTime(10_000)
    expect(engine.state).toBe('thinking')
    vi.advanceTimersByTime(10_000)
    expect([engine.state, engine.fault?.kind, worker().gone]).toEqual(['failed', 'silent', true])
  })
  it('is not silence while there is nothing to do', () => {
    thinking()
    worker().says({ t: 'done', thought: thinks(9) })
    vi.advanceTimersByTime(60_000)
    expect(engine.state).toBe('done')
  })
  it('to understand an order is told, and another position may do', () => {
    thinking()
    worker().says({ t: 'error', text: 'move 1: no' })
    expect([engine.state, engine.fault]).toEqual(['failed', { kind: 'order', text: 'move 1: no' }])
    engine.analyze(line('e2e4'), 1)
    expect([engine.state, engine.fault, worker().last?.id]).toEqual(['thinking', null, 2])
  })
  it('is ignored when it is off', () => {
    thinking()
    engine.stop()
    worker().says({ t: 'failed', reason: 'ended', text: '' })
    expect([engine.state, engine.fault]).toEqual(['off', null])
    engine.analyze(line(), 1)
    expect(engine.state).toBe('loading')
  })
})
