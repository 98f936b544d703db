import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { retry } from './retry'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('retries after a failure and stops after an answer', async () => {
  const ask = vi.fn<() => Promise<string>>().mockRejectedValueOnce(new Error('away')).mockRejectedValueOnce(new Error('away')).mockResolvedValue('here')
  const onanswer = vi.fn()
  retry(ask, onanswer)
  await vi.advanceTimersByTimeAsync(2000)
  expect([ask.mock.calls.length, onanswer.mock.calls.length]).toEqual([2, 0])
  await vi.advanceTimersByTimeAsync(100_000)
  expect(ask.mock.calls.length).toBe(3)
  expect(onanswer.mock.calls).toEqual([['here']])
})

test('gives up when the answer is no longer active', async () => {
  const ask = vi.fn<() => Promise<string>>().mockRejectedValue(new Error('away'))
  const onanswer = vi.fn()
  const end = retry(ask, onanswer)
  await vi.advanceTimersByTimeAsync(0)
  end()
  await vi.advanceTimersByTimeAsync(100_000)
  expect(ask.mock.calls.length).toBe(1)
  const late = retry(async () => 'here', onanswer)
  late()
  await vi.advanceTimersByTimeAsync(0)
  expect(onanswer).not.toHaveBeenCalled()
})
