import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '../net/api'
import type { RunReport, RunState } from './api'
import type { Puzzle } from './puzzle'
import { Run } from './run'

const puzzle = (id: string): Puzzle => ({
  id,
  variant: 'shrink',
  fen: '',
  moves: ['a1a2'],
  goal: 'mate',
  proof: 'exhaustive',
  rating: 1000,
  themes: [],
})
const first = ['one', 'two', 'three'].map(puzzle)
const list = async () => [...first, puzzle('kept')]
const off = new ApiError(0, 'offline', '')
const state = (answered: number, ...ids: string[]): RunState => ({ id: 'RUN', puzzles: ids.map(puzzle), answered })
const a = { moves: ['a1a2'] }

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('the next puzzle does not wait for the answer to the last one', async () => {
  const asked: RunReport[] = []
  let reply: (s: RunState) => void = () => {}
  const server = {
    beginRun: async () => state(0, 'one', 'two', 'three'),
    answerRun: (r: RunReport) => (asked.push(r), new Promise<RunState>((done) => (reply = done))),
  }
  const run = await Run.begin('storm', '', server, list)
  expect((await run.next())?.id).toBe('one')
  run.started()
  run.answer(a)
  expect((await run.next())?.id).toBe('two')
  run.answer(a)
  expect(asked).toEqual([{ id: 'RUN', first: 0, answers: [], have: 3 }])
  reply(state(0))
  await vi.advanceTimersByTimeAsync(0)
  expect(asked[1]).toEqual({ id: 'RUN', first: 0, answers: [a, a], have: 3 }) // both at once
  reply(state(2, 'four'))
  await vi.advanceTimersByTimeAsync(0)
  expect((await run.next())?.id).toBe('three')
  expect((await run.next())?.id).toBe('four')
  run.answer({ moves: ['b1b2'] })
  expect(run.end()).toEqual({ id: 'RUN', first: 2, answers: [{ moves: ['b1b2'] }], end: true, have: 4 })
  expect(run.counted).toBe(true)
})

test('without the server a run does not count', async () => {
  const server = { beginRun: () => Promise.reject(off), answerRun: () => Promise.reject(off) }
  const run = await Run.begin('streak', '', server, list)
  expect([run.counted, !!(await run.next())]).toEqual([false, true])
  run.answer(a)
  expect(run.end()).toBeUndefined()
})

test('where the server goes away, the list of the browser goes on', async () => {
  const server = { beginRun: async () => state(0, 'one', 'two', 'three'), answerRun: () => Promise.reject(off) }
  const run = await Run.begin('streak', '', server, list)
  for (let i = 0; i < 3; i++) {
    await run.next()
    run.answer(a)
  }
  const next = run.next()
  await vi.advanceTimersByTimeAsync(5000)
  expect([(await next)?.id, run.counted]).toEqual(['kept', false])
  run.answer(a) // not one of the server's
  expect(run.end()).toEqual({ id: 'RUN', first: 0, answers: [a, a, a], end: true, have: 3 })
})

test('a run ends with the last puzzle, and is lost if another replaces it', async () => {
  let answer: () => Promise<RunState> = async () => ({ ...state(3), over: true })
  const server = { beginRun: async () => state(0, 'one', 'two', 'three'), answerRun: () => answer() }
  const run = await Run.begin('streak', '', server, list)
  for (let i = 0; i < 3; i++) {
    await run.next()
    run.answer(a)
  }
  expect(await run.next()).toBeUndefined()
  expect(run.counted).toBe(true)
  const other = await Run.begin('streak', '', server, list)
  answer = () => Promise.reject(new ApiError(404, 'not-found', ''))
  await other.next()
  other.answer(a)
  await vi.advanceTimersByTimeAsync(0)
  expect([other.counted, other.end()]).toEqual([false, undefined])
})
