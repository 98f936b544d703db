import { expect, test } from 'vitest'
import { StormClock } from './storm'

test('the clock of a storm starts with the first move', () => {
  const c = new StormClock()
  expect(c.left(99_000)).toBe(180_000)
  c.start(100_000)
  expect(c.left(101_000)).toBe(179_000)
})

test('right moves in a row add time, up to a minute', () => {
  const c = new StormClock()
  c.start(0)
  const gains = Array.from({ length: 100 }, () => c.good())
  expect(gains.slice(0, 5)).toEqual([0, 0, 0, 0, 3])
  expect(gains[11]).toBe(5)
  expect(c.left(0)).toBe(240_000)
  expect(c.took(1e9)).toBe(240_000) // the server takes no longer storm
})

test('a wrong move costs ten seconds and ends the combo', () => {
  const c = new StormClock()
  c.start(0)
  for (let i = 0; i < 4; i++) c.good()
  c.bad()
  expect(c.left(0)).toBe(170_000)
  expect(c.good()).toBe(0)
  expect(c.longest).toBe(4)
  expect(c.left(1e9)).toBe(0)
})
