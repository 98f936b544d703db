import { expect, it } from 'vitest'
import { arrowsOf, squaresOf } from './arrows'

it.each([
  ['a1b2', ['a1', 'b2']],
  ['e10e9', ['e10', 'e9']],
  ['a9a10q', ['a9', 'a10']],
  ['zc4', ['z', 'c4']],
  ['', []],
])('knows the squares of %s', (move, squares) => {
  expect(squaresOf(move)).toEqual(squares)
})

it('draws moves between squares that the board has', () => {
  const at = { col: 0, row: 0, shape: 0, x: 0, y: 0, tint: 'light' as const }
  const on = {
    squares: [
      { name: 'a1', key: 1, ...at },
      { name: 'a10', key: 10, ...at },
      { name: 'b2', key: 12, ...at },
    ],
  }
  expect(arrowsOf(['a1a10', 'a1b2q', 'a1c3', ''], 'green', on)).toEqual([
    { from: 1, to: 10, color: 'green' },
    { from: 1, to: 12, color: 'green' },
  ])
})
