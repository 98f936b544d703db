import { expect, test } from 'vitest'
import { draw } from './graph'

test('a graph shows all ratings, from the first game to the last', () => {
  const points: [number, number][] = [
    [1000, 1500],
    [2000, 1700],
    [5000, 1600],
  ]
  expect(draw(points, 400, 100)).toEqual({ line: 'M0 100L100 0L400 50', low: 1500, high: 1700 })
})

test('close ratings are no mountain, and games of one moment stand side by side', () => {
  const { line, low, high } = draw(
    [
      [7, 1510],
      [7, 1520],
    ],
    400,
    100,
  )
  expect(high - low).toBeGreaterThanOrEqual(100)
  expect(line).toMatch(/^M0 .*L400 /)
})
