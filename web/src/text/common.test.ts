import { expect, test } from 'vitest'
import { fullMoves } from './common'
import { archive } from './archive'
import { chooser, importer, workspace } from './study'

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

test('dates are written in one way', () => {
  const at = new Date(2026, 2, 3, 12).getTime()
  expect([archive.day(at), chooser.changed(at), workspace.named('Chess', at)]).toEqual(['3 Mar 2026', '3 Mar 2026', 'Chess, 3 Mar 2026'])
})
