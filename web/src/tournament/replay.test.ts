import { expect, test } from 'vitest'
import { countdown, nextSecond } from './countdown'
import { schedule } from './day'
import { tournament } from './fixtures'
import { replays, steps, takesDays, timeOf } from './replay'

test('the slider goes from the first pairing to the last result', () => {
  expect([
    timeOf(0, 1000, 13_000),
    timeOf(steps / 2, 1000, 13_000),
    timeOf(steps, 1000, 13_000),
    timeOf(steps + 5, 1000, 13_000),
  ]).toEqual([1000, 7000, 13_000, 13_000])
  expect(replays({ status: 'finished', first: 1, last: 2 })).toBe(true)
  expect(replays({ status: 'started', first: 1, last: 2 })).toBe(false)
  expect(replays({ status: 'finished', first: 0, last: 0 })).toBe(false)
  expect([takesDays(0, 3_600_000), takesDays(0, 5 * 86_400_000)]).toEqual([false, true])
})

test.each([
  [0, '0:00'],
  [-5000, '0:00'],
  [59_001, '1:00'],
  [754_000, '12:34'],
  [3_723_000, '1:02:03'],
  [3 * 86_400_000, undefined],
])('the countdown of %d ms is %s', (ms, want) => expect(countdown(ms)).toBe(want))

test('the countdown changes with the second', () =>
  expect([nextSecond(1500), nextSecond(2000), nextSecond(-1)]).toEqual([500, 1000, 1000]))

test('the schedule has today and later days', () => {
  const now = new Date(2026, 5, 1, 12).getTime()
  const [late, tomorrow] = [
    tournament({ id: 'a', starts: now + 3_600_000 }),
    tournament({ id: 'b', starts: now + 86_400_000 }),
  ]
  expect(schedule([late, tomorrow], now)).toEqual({ today: [late], later: [tomorrow] })
})
