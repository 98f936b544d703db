import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '../net/api'
import { Stored } from '../net/stored'
import type { AttemptReport, AttemptResult, RunReport } from './api'
import { Attempts, attemptsKey, most } from './attempts.svelte'

/** Storage that lasts as long as a test. */
const memory = () => {
  const all = new Map<string, string>()
  const store = {
    getItem: (k: string) => all.get(k) ?? null,
    setItem: (k: string, v: string) => void all.set(k, v),
    removeItem: (k: string) => void all.delete(k),
  }
  return new Stored(() => store)
}
const report = (id: string): AttemptReport => ({
  id,
  puzzle: 'abc',
  moves: ['a1a2'],
  helped: false,
  rated: true,
  ms: 5,
  at: 1,
})
const settled = (a: AttemptReport): AttemptResult => ({
  id: a.id,
  puzzle: a.puzzle,
  right: true,
  counted: true,
  before: { rating: 1500, deviation: 60 },
  after: { rating: 1510, deviation: 60 },
  puzzleRating: 1200,
})

type Send = (list: AttemptReport[]) => Promise<AttemptResult[]>
const server = (
  attempts: Send,
  answerRun: (run: RunReport) => Promise<unknown> = () => Promise.reject(new Error('unused')),
) => ({ attempts, answerRun })
const off = new ApiError(0, 'offline', '')
const down: Send = () => Promise.reject(off)
const guest = { name: () => '', ask: async () => {} }
const as = (name: string) => ({ ...guest, name: () => name })
const run: RunReport = { id: 'RUN', first: 3, answers: [{ moves: ['a1a2'] }], end: true }

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('an attempt is sent once and its result is known', async () => {
  const send = vi.fn(async (list: AttemptReport[]) => list.map(settled))
  const a = new Attempts(server(send), memory(), guest)
  await a.add(report('one'))
  await a.flush()
  expect(send).toHaveBeenCalledTimes(1)
  expect(a.results['one']!.after.rating).toBe(1510)
  expect(a.waiting).toBe(0)
})

test('without a network attempts outlast a reload and are sent again', async () => {
  const store = memory()
  const before = new Attempts(server(down), store, guest)
  await before.add(report('one'))
  await before.add(report('two'))
  expect(before.waiting).toBe(2)
  const sent: string[] = []
  const on = new Attempts(
    server(async (list) => (sent.push(...list.map((x) => x.id)), list.map(settled))),
    store,
    guest,
  )
  expect(on.waiting).toBe(2)
  await on.flush()
  expect(sent).toEqual(['one', 'two'])
  expect(new Attempts(server(vi.fn()), store, guest).waiting).toBe(0)
})

test('it retries by itself', async () => {
  let fails = true
  const send = vi.fn(async (list: AttemptReport[]) => {
    if (fails) throw new ApiError(503, 'server', '')
    return list.map(settled)
  })
  const a = new Attempts(server(send), memory(), guest)
  await a.add(report('one'))
  fails = false
  await vi.advanceTimersByTimeAsync(6000)
  expect(a.waiting).toBe(0)
})

test('one that the server rejects does not keep the others back', async () => {
  const send = async (list: AttemptReport[]) => {
    if (list.some((x) => x.id === 'bad')) throw new ApiError(422, 'invalid', '')
    return list.map(settled)
  }
  const store = memory()
  const before = new Attempts(server(down), store, guest)
  for (const id of ['one', 'bad', 'two']) await before.add(report(id))
  const a = new Attempts(server(send), store, guest)
  await a.flush()
  expect(Object.keys(a.results)).toEqual(['one', 'two'])
  expect(a.waiting).toBe(0)
})

test('the list is bounded, and works where storage is blocked', async () => {
  const a = new Attempts(server(down), new Stored(() => null), guest)
  for (let i = 0; i < most + 5; i++) await a.add(report(`a${i}`))
  expect(a.waiting).toBe(most)
})

test('what an account did waits for that account', async () => {
  const store = memory()
  const ann = new Attempts(
    server(down, () => Promise.reject(off)),
    store,
    as('Ann'),
  )
  await ann.add(report('one'))
  await ann.addRun('two', run)
  const sent = vi.fn(async (list: AttemptReport[]) => list.map(settled))
  const runs = vi.fn(async () => {})
  for (const other of [as('Ben'), guest]) {
    const a = new Attempts(server(sent, runs), store, other)
    expect(a.waiting).toBe(0)
    await a.flush()
    await a.add(report(`of ${other.name()}`))
  }
  expect(sent.mock.calls.flat(2).map((a) => a.id)).toEqual(['of Ben', 'of '])
  expect(runs).not.toHaveBeenCalled()
  const again = new Attempts(server(sent, runs), store, as('Ann'))
  expect(again.waiting).toBe(2)
  await again.flush()
  expect(sent.mock.lastCall).toEqual([[report('one')]])
  expect(runs.mock.calls).toEqual([[run]])
  expect(store.getItem(attemptsKey)).toBeNull()
})

test('who is signed in is asked before anything is sent', async () => {
  const store = memory()
  await new Attempts(server(down), store, as('Ann')).add(report('one'))
  let name = 'Ann'
  const sent = vi.fn(async (list: AttemptReport[]) => list.map(settled))
  // The session has ended.
  const a = new Attempts(server(sent), store, { name: () => name, ask: async () => void (name = '') })
  await a.flush()
  expect(sent).not.toHaveBeenCalled()
  expect(a.waiting).toBe(0)
  expect(store.getItem(attemptsKey)).not.toBeNull()
})

test('a run is sent again, but not if the server finds it impossible', async () => {
  let answer = off
  const runs = vi.fn((): Promise<unknown> => Promise.reject(answer))
  const a = new Attempts(server(down, runs), memory(), guest)
  await a.addRun('one', run)
  expect(a.waiting).toBe(1)
  answer = new ApiError(409, 'conflict', '')
  await vi.advanceTimersByTimeAsync(6000)
  expect([a.waiting, runs.mock.calls.length]).toEqual([0, 2])
})
