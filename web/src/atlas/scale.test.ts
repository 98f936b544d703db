import { expect, test } from 'vitest'
import { above, digits, histogram, median, padded, range, scale, ticks } from './scale'

test.each([
  [[0, 10], 5, [0, 2, 4, 6, 8, 10]],
  [[43.1, 61.7], 4, [45, 50, 55, 60]],
  [[0.12, 0.31], 4, [0.15, 0.2, 0.25, 0.3]],
  [[-3, 3], 3, [-2, 0, 2]],
  [[5, 5], 4, [5]],
] as const)('ticks of %j, about %i, are round', ([low, high], about, want) => {
  expect(ticks([low, high], about)).toEqual(want)
})

test('ticks have as many decimals as they need', () => {
  expect(digits([45, 50])).toBe(0)
  expect(digits([0.15, 0.2])).toBe(2)
  expect(digits([])).toBe(0)
})

test('a range has its least and greatest value, and space when padded', () => {
  expect(range([3, 1, 2])).toEqual([1, 3])
  expect(range([])).toEqual([0, 0])
  expect(padded([0, 100])).toEqual([-4, 104])
  expect(padded([0, 0])).toEqual([-1, 1])
})

test('a scale maps values to pixels and back', () => {
  const s = scale([0, 10], [100, 0])
  expect([s.at(0), s.at(2.5), s.at(10)]).toEqual([100, 75, 0])
  expect(s.value(75)).toBe(2.5)
  expect(scale([3, 3], [0, 10]).at(3)).toBe(0)
})

test('the median is in the middle', () => {
  expect(median([9, 1, 5])).toBe(5)
  expect(median([4, 1, 2, 3])).toBe(2.5)
})

test('a histogram counts every value once', () => {
  expect(histogram([0, 1, 2, 9, 10], 2)).toEqual([3, 2])
  expect(histogram([4, 4, 4], 3)).toEqual([3, 0, 0])
})

test('a value is above a percentage of the others', () => {
  const values = [10, 30, 20, 30, 40]
  expect(values.map((_, i) => above(values, i))).toEqual([0, 50, 25, 50, 100])
  expect(above([1], 0)).toBe(0)
})
