import { afterEach, expect, test, vi } from 'vitest'
import { whenIdle } from './idle'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test('waits until the browser is idle, up to a limit', () => {
  const ask = vi.fn()
  vi.stubGlobal('requestIdleCallback', ask)
  const act = vi.fn()
  whenIdle(act, 800)
  expect(ask.mock.calls).toEqual([[act, { timeout: 800 }]])
  expect(act).not.toHaveBeenCalled()
})

test('waits a little in browsers without idle callbacks', () => {
  vi.useFakeTimers()
  vi.stubGlobal('requestIdleCallback', undefined)
  const act = vi.fn()
  whenIdle(act)
  expect(act).not.toHaveBeenCalled()
  vi.advanceTimersByTime(200)
  expect(act).toHaveBeenCalledTimes(1)
})
