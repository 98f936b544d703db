import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { RunReport } from './api'
import { puzzle, solving } from './fixtures'
import { Storm, Streak } from './runner.svelte'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())
const wait = (ms: number) => vi.advanceTimersByTimeAsync(ms)

/** The source of runs of some puzzles; then next says what comes. */
function source(count: number, then: () => Promise<undefined> = async () => undefined) {
  let at = 0
  const report = { id: 'RUN', first: 0, answers: [], end: true } as RunReport
  const run = {
    counted: true,
    next: vi.fn(async () => (at < count ? puzzle(`p${at++}`, { moves: ['a1a2'] }) : then())),
    answer: vi.fn(),
    started: vi.fn(),
    end: vi.fn(() => report),
  }
  const addRun = vi.fn(async () => {})
  return { run, addRun, from: { begin: vi.fn(async () => run), attempts: { addRun } } }
}

it('a streak goes on until the first mistake', async () => {
  const { run, addRun, from } = source(5)
  const s = new Streak(solving, from)
  await s.start('shrink')
  await wait(0)
  await s.solve!.play('a1a2')
  expect([s.score, s.solve!.puzzle.id]).toEqual([1, 'p0'])
  await wait(600)
  s.skip()
  await wait(0)
  expect([s.skipped, s.solve!.puzzle.id]).toEqual([true, 'p2'])
  await s.solve!.play('x')
  expect([s.stage, s.score, s.exhausted, addRun.mock.calls.length]).toEqual(['over', 1, false, 1])
  expect(run.answer.mock.calls.map(([a]) => a as unknown)).toEqual([
    { moves: ['a1a2'] },
    { moves: [], skipped: true },
    { moves: ['x'] },
  ])
  s.again()
  await s.start('shrink')
  expect([s.stage, s.score, s.skipped]).toEqual(['running', 0, false])
})

it.each([
  ['all puzzles are solved', async () => undefined, true],
  ['none come any more', () => Promise.reject(new Error('offline')), false],
])('a streak ends when %s', async (_, then, exhausted) => {
  const s = new Streak(solving, source(1, then).from)
  await s.start('')
  await wait(0)
  await s.solve!.play('a1a2')
  await wait(600)
  expect([s.stage, s.exhausted]).toEqual(['over', exhausted])
})

it('does not begin without puzzles', async () => {
  const s = new Streak(solving, { ...source(0).from, begin: () => Promise.reject(new Error('offline')) })
  await s.start('')
  expect([s.stage, s.failed !== '']).toEqual(['ready', true])
})

it('a storm counts from the first move until its time is over', async () => {
  const { run, from } = source(50)
  const s = new Storm(solving, from)
  await s.start('')
  await wait(10_000)
  expect([s.seconds, run.started.mock.calls.length]).toEqual([180, 0])
  await s.solve!.play('a1a2')
  await wait(250)
  await s.solve!.play('x')
  expect([s.score, s.combo, s.change, s.clock.wrong, s.stage]).toEqual([1, 0, -10, 1, 'running'])
  expect([run.started.mock.calls.length, s.hardest, s.done.map((d) => d.right)]).toEqual([1, 900, [true, false]])
  await wait(169_000)
  expect(s.stage).toBe('running')
  await wait(1000)
  expect([s.stage, s.left, s.solve!.phase]).toEqual(['over', 0, 'lost'])
})

it('a storm that is ended has time left', async () => {
  const s = new Storm(solving, source(50).from)
  await s.start('')
  await wait(0)
  await s.solve!.play('a1a2')
  s.end()
  expect([s.stage, s.left > 0]).toEqual(['over', true])
})

it('an answer after the time does not count', async () => {
  const { run, from } = source(50)
  const s = new Storm(solving, from)
  await s.start('')
  await wait(0)
  await s.solve!.play('a1a2')
  await wait(250)
  s.close() // as in the background, where ticks are late
  await wait(180_000)
  await s.solve!.play('a1a2')
  expect([s.stage, s.left, s.score, run.answer.mock.calls.length]).toEqual(['over', 0, 1, 1])
})
