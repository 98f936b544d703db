import { expect, test } from 'vitest'
import { limits, nearest, step, within, type Point } from './points'

const points: Point[] = [
  { order: 'a', x: 50, y: 50 },
  { order: 'b', x: 60, y: 52 },
  { order: 'c', x: 55, y: 10 },
  { order: 'd', x: 90, y: 50 },
  { order: 'e', x: 50, y: 50 }, // where a is
  { order: 'f', x: 10, y: 55 },
]
const go = (from: string, ...keys: string[]) => {
  let at = points.find((p) => p.order === from)!
  for (const key of keys) at = step(points, at, 'Arrow' + key) ?? at
  return at.order
}

test('the nearest point is found, if it is near enough', () => {
  expect(nearest(points, 88, 52)?.order).toBe('d')
  expect(nearest(points, 88, 52, 3)?.order).toBe('d')
  expect(nearest(points, 80, 50, 3)).toBeUndefined()
  expect(nearest([], 0, 0)).toBeUndefined()
})

test('arrow keys go to the nearest point in a direction', () => {
  expect(go('b', 'Right')).toBe('d')
  expect(go('b', 'Left')).toBe('e')
  expect(go('a', 'Up')).toBe('c')
  expect(go('a', 'Left')).toBe('f')
  expect(go('f', 'Left')).toBe('f')
  expect(step(points, points[0]!, 'Enter')).toBeUndefined()
})

test('points in the same place follow each other, there and back', () => {
  expect(go('a', 'Right')).toBe('e')
  expect(go('a', 'Right', 'Left')).toBe('a')
  expect(go('a', 'Right', 'Right')).toBe('b')
  expect(go('a', 'Down')).toBe('e')
})

test('limits include their ends, and none is no limit', () => {
  expect(within(5, { min: 5, max: 5 })).toBe(true)
  expect(within(5, { min: 5.1 })).toBe(false)
  expect(within(5, { max: 4.9 })).toBe(false)
  expect(within(5, {})).toBe(true)
})

test('limits of a drag are rounded outwards', () => {
  expect(limits(52.37, 48.21, 1)).toEqual({ min: 48.2, max: 52.4 })
  expect(limits(30.5, 31, 0)).toEqual({ min: 30, max: 31 })
})
