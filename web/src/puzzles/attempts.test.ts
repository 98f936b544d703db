import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '../lib/api'
import type { AttemptReport, AttemptResult } from './api'
import { Attempts, most } from './attempts.svelte'

class Memory {
  all = new Map<string, string>()
  getItem = (k: string) => this.all.get(k) ?? null
  setItem = (k: string, v: string) => void this.all.set(k, v)
  removeItem = (k: string) => void this.all.delete(k)
}
const report = (id: string): AttemptReport => ({ id, puzzle: 'abc', moves: ['a1a2'], helped: false, rated: true, ms: 5, at: 1 })
const settled = (a: AttemptReport): AttemptResult => ({
  id: a.id,
  right: true,
  counted: true,
  before: { rating: 1500 },
  after: { rating: 1510 },
  puzzleRating: 1200,
})

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('an attempt is sent once and its result is known', async () => {
  const send = vi.fn(async (list: AttemptReport[]) => list.map(settled))
  const a = new Attempts(send, new Memory())
  await a.add(report('one'))
  await a.flush()
  expect(send).toHaveBeenCalledTimes(1)
  expect(a.results['one']!.after.rating).toBe(1510)
  expect(a.waiting).toBe(0)
})

test('without a network attempts outlast a reload and are sent again', async () => {
  const store = new Memory()
  const off = new Attempts(() => Promise.reject(new ApiError(0, 'offline', '')), store)
  await off.add(report('one'))
  await off.add(report('two'))
  expect(off.waiting).toBe(2)
  const sent: string[] = []
  const on = new Attempts(async (list) => (sent.push(...list.map((x) => x.id)), list.map(settled)), store)
  expect(on.waiting).toBe(2)
  await on.flush()
  expect(sent).toEqual(['one', 'two'])
  expect(new Attempts(vi.fn(), store).waiting).toBe(0)
})

test('it retries by itself', async () => {
  let down = true
  const send = vi.fn(async (list: AttemptReport[]) => {
    if (down) throw new ApiError(503, 'server', '')
    return list.map(settled)
  })
  const a = new Attempts(send, new Memory())
  await a.add(report('one'))
  down = false
  await vi.advanceTimersByTimeAsync(6000)
  expect(a.waiting).toBe(0)
})

test('one that the server rejects does not keep the others back', async () => {
  const send = async (list: AttemptReport[]) => {
    if (list.some((x) => x.id === 'bad')) throw new ApiError(422, 'invalid', '')
    return list.map(settled)
  }
  const store = new Memory()
  const off = new Attempts(() => Promise.reject(new ApiError(0, 'offline', '')), store)
  for (const id of ['one', 'bad', 'two']) await off.add(report(id))
  const a = new Attempts(send, store)
  await a.flush()
  expect(Object.keys(a.results)).toEqual(['one', 'two'])
  expect(a.waiting).toBe(0)
})

test('the list is bounded, and works where storage is blocked', async () => {
  const off = new Attempts(() => Promise.reject(new ApiError(0, 'offline', '')), null)
  for (let i = 0; i < most + 5; i++) await off.add(report(`a${i}`))
  expect(off.waiting).toBe(most)
})
