import { expect, test } from 'vitest'
import { moved, placeOf } from './order'

test('a moved element has the new index, the others keep their order', () => {
  expect(moved([...'abcd'], 0, 2).join('')).toBe('bcad')
  expect(moved([...'abcd'], 3, 0).join('')).toBe('dabc')
  expect(moved([...'abcd'], 1, 1).join('')).toBe('abcd')
  expect(moved([...'abcd'], 1, 9).join('')).toBe('acdb')
  expect(moved([...'abcd'], 2, -1).join('')).toBe('cabd')
})

test('a dragged row takes the place of those whose middles it has passed', () => {
  const middles = [10, 30, 50, 70]
  expect(placeOf(middles, 0, 0)).toBe(0)
  expect(placeOf(middles, 0, 19)).toBe(0)
  expect(placeOf(middles, 0, 21)).toBe(1)
  expect(placeOf(middles, 0, 500)).toBe(3)
  expect(placeOf(middles, 3, -41)).toBe(1)
  expect(placeOf(middles, 3, -500)).toBe(0)
})
