import { expect, test } from 'vitest'
import { weeks } from './weeks'

test('the last week ends today', () => {
  const day = 86_400_000
  const now = 100 * day + 5000
  const list = weeks(
    [
      { day: 10 * day, games: 9 }, // too old
      { day: 93 * day, games: 1 },
      { day: 94 * day, games: 2 },
      { day: 100 * day, games: 4 },
    ],
    now,
    3,
  )
  expect(list).toEqual([
    { start: 80 * day, games: 0 },
    { start: 87 * day, games: 1 },
    { start: 94 * day, games: 6 },
  ])
})
