import { expect, test } from 'vitest'
import { firstMove, label, rows } from './numbers'

const white = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1'
const black = 'k/R/K b - - 3 31'

test.each([
  [white, 1, false],
  [black, 31, true],
  ['', 1, false],
  ['x w - - 0 zero', 1, false],
])('origin of %s', (fen, number, b) => expect(firstMove(fen)).toEqual({ number, black: b }))

test('rows', () => {
  expect(rows(white, 0)).toEqual([])
  expect(rows(white, 3)).toEqual([
    { number: 1, white: 1, black: 2 },
    { number: 2, white: 3 },
  ])
  expect(rows(black, 4)).toEqual([
    { number: 31, black: 1 },
    { number: 32, white: 2, black: 3 },
    { number: 33, white: 4 },
  ])
})

test('labels', () => {
  expect([1, 2, 3].map((p) => label(white, p))).toEqual(['1.', '1…', '2.'])
  expect([1, 2].map((p) => label(black, p))).toEqual(['31…', '32.'])
})
