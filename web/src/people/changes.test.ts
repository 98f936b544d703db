import { expect, test, vi } from 'vitest'
import type { GameRatings } from '../net/types'
import { changesOf } from './changes'

test('a game that is not rated yet is asked about again, once for both players', async () => {
  vi.useFakeTimers()
  const answers: GameRatings[] = [{ state: 'pending' }, { state: 'uncounted', why: 'early' }]
  const ask = vi.fn(() => Promise.resolve(answers.shift()!))
  const both = Promise.all([changesOf('one', ask), changesOf('one', ask)])
  await vi.runAllTimersAsync()
  expect(await both).toEqual(Array(2).fill({ state: 'uncounted', why: 'early' }))
  expect(ask).toHaveBeenCalledTimes(2)
  vi.useRealTimers()
})
