import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from './api'
import { Load } from './load.svelte'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const away = () => Promise.reject(new ApiError(0, 'offline', 'away'))

test('says why it failed, and asks again when it is asked to', async () => {
  const ask = vi.fn<() => Promise<string>>().mockImplementationOnce(away).mockResolvedValue('here')
  const l = new Load<string | undefined>(ask, undefined)
  l.start()
  expect([l.waiting, l.value]).toEqual([true, undefined])
  await vi.advanceTimersByTimeAsync(100_000)
  expect([l.waiting, (l.fault as ApiError).code, l.missing, ask.mock.calls.length]).toEqual([
    false,
    'offline',
    false,
    1,
  ])
  l.again()
  expect([l.waiting, l.fault]).toEqual([true, undefined])
  await vi.advanceTimersByTimeAsync(0)
  expect([l.waiting, l.value]).toEqual([false, 'here'])
})

test('retries after a failure and stops after an answer', async () => {
  const ask = vi
    .fn<() => Promise<string>>()
    .mockImplementationOnce(away)
    .mockImplementationOnce(away)
    .mockResolvedValue('here')
  const then = vi.fn()
  const l = new Load<string | undefined>(ask, undefined, { insist: true, then })
  l.start()
  await vi.advanceTimersByTimeAsync(2000)
  expect([ask.mock.calls.length, then.mock.calls.length]).toEqual([2, 0])
  await vi.advanceTimersByTimeAsync(100_000)
  expect([ask.mock.calls.length, l.value, l.fault]).toEqual([3, 'here', undefined])
  expect(then.mock.calls).toEqual([['here', undefined]])
})

test('stops, and only the last question counts', async () => {
  const answers: ((s: string) => void)[] = []
  const l = new Load<string | undefined>(() => new Promise((done) => answers.push(done)), undefined, { insist: true })
  l.start()
  const stop = l.start()
  answers[0]!('early')
  await vi.advanceTimersByTimeAsync(0)
  expect([l.value, l.waiting]).toEqual([undefined, true])
  answers[1]!('last')
  await vi.advanceTimersByTimeAsync(0)
  expect(l.value).toBe('last')
  l.again()
  expect(l.value).toBe('last') // until there is another
  stop()
  answers[2]!('late')
  await vi.advanceTimersByTimeAsync(0)
  expect(l.value).toBe('last')
})

test('a new question takes the old value away, if it shall', async () => {
  const l = new Load<string[]>(() => Promise.resolve(['one']), [], { clear: true })
  l.start()
  await vi.advanceTimersByTimeAsync(0)
  expect(l.value).toEqual(['one'])
  l.start()
  expect(l.value).toEqual([])
})

test('asks nothing where there is nothing to ask', () => {
  const l = new Load<string | undefined>(() => undefined, undefined, { insist: true })
  l.start()
  expect(l.waiting).toBe(false)
})
