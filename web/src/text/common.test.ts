import { expect, test } from 'vitest'
import { fullMoves } from './common'
import { chooser, importer } from './study'

test.each([
  [0, '0 moves'],
  [1, '1 move'],
  [2, '1 move'],
  [49, '25 moves'],
  [50, '25 moves'],
  [2400, '1,200 moves'],
])('%d plies are %s', (plies, want) => {
  expect([fullMoves(plies), chooser.moves(plies), importer.about(plies, '*')]).toEqual([want, want, want])
})
