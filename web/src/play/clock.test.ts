import { expect, test } from 'vitest'
import { clocksAfter, face, firstLeft, left, low, nextChange, parts, warning, type Snapshot } from './clock'

const at: Snapshot = { white: 60_000, black: 5000, running: 'white', now: 0, at: 1000 }

test('only the running clock runs, and not below zero', () => {
  expect(left(at, 'white', 1000)).toBe(60_000)
  expect(left(at, 'white', 3500)).toBe(57_500)
  expect(left(at, 'black', 3500)).toBe(5000)
  expect(left(at, 'white', 3500, true)).toBe(60_000)
  expect(left(at, 'white', 999_999)).toBe(0)
  expect(left(at, 'white', 0)).toBe(60_000) // a clock never gains
})

test('a finished game shows the clocks of each ply', () => {
  const moves = [{ clocks: [60_000, 60_000] }, { clocks: [60_000, 58_000] }, { clocks: [57_000, 58_000] }]
  const final: Snapshot = { white: 57_000, black: 0, now: 0, at: 0 }
  const shown = (control: object) =>
    [0, 1, 2, 3].map((ply) => Object.values(clocksAfter(ply, moves, control, final)).slice(0, 2))
  expect(shown({ base: 60_000 })).toEqual([
    [60_000, 60_000],
    [60_000, 60_000],
    [60_000, 58_000],
    [57_000, 0],
  ])
  expect(shown({ increment: 10_000 })[0]).toEqual([10_000, 10_000])
  expect(shown({ days: 3 })[1]).toEqual([57_000, 0])
})

test('the time for the first move', () => {
  expect(firstLeft(at, 5000)).toBe(0)
  expect(firstLeft({ ...at, first: 30_000 }, 11_000)).toBe(20_000)
})

test.each([
  [0, '0.0'],
  [49, '0.0'],
  [9999, '9.9'],
  [10_000, '0:10'],
  [59_999, '0:59'],
  [60_000, '1:00'],
  [245_000, '4:05'],
  [3_600_000, '1:00:00'],
  [3_723_000, '1:02:03'],
  [97_200_000, '27:00:00'],
])('%d ms is %s', (ms, want) => expect(face(ms)).toBe(want))

test('days and hours', () =>
  expect(parts(2 * 86_400_000 + 3 * 3_600_000 + 61_000)).toEqual({
    days: 2,
    hours: 3,
    minutes: 1,
    seconds: 1,
    tenths: 0,
  }))

test('a clock is drawn again when its text changes', () => {
  for (const ms of [9950, 9999, 10_000, 10_001, 59_500, 60_000]) {
    expect(face(ms - nextChange(ms))).not.toBe(face(ms))
    if (nextChange(ms) > 1) expect(face(ms - nextChange(ms) + 1)).toBe(face(ms))
  }
})

test.each([
  [61_000, 59_900, 60],
  [60_000, 59_000, null],
  [21_000, 20_000, 20],
  [70_000, 9000, 10],
  [9000, 8000, null],
  [8000, 12_000, null],
])('from %d to %d warns of %s', (a, b, want) => expect(warning(a, b)).toBe(want))

test('low time', () => {
  expect(low(60_000)).toBe(10_000)
  expect(low(300_000)).toBe(30_000)
  expect(low(undefined)).toBe(10_000)
  expect(low(3_600_000)).toBe(60_000)
})
