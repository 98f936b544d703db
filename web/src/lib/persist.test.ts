import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { persist } from './persist'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('asks again after a failure, and no more when it is answered', async () => {
  const ask = vi.fn<() => Promise<string>>().mockRejectedValueOnce(new Error('away')).mockRejectedValueOnce(new Error('away')).mockResolvedValue('here')
  const got = vi.fn()
  persist(ask, got)
  await vi.advanceTimersByTimeAsync(2000)
  expect([ask.mock.calls.length, got.mock.calls.length]).toEqual([2, 0])
  await vi.advanceTimersByTimeAsync(100_000)
  expect(ask.mock.calls.length).toBe(3)
  expect(got.mock.calls).toEqual([['here']])
})

test('gives up when the answer is no longer wanted', async () => {
  const ask = vi.fn<() => Promise<string>>().mockRejectedValue(new Error('away'))
  const got = vi.fn()
  const end = persist(ask, got)
  await vi.advanceTimersByTimeAsync(0)
  end()
  await vi.advanceTimersByTimeAsync(100_000)
  expect(ask.mock.calls.length).toBe(1)
  const late = persist(async () => 'here', got)
  late()
  await vi.advanceTimersByTimeAsync(0)
  expect(got).not.toHaveBeenCalled()
})
