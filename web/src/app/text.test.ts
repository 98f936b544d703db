import { expect, test } from 'vitest'
import { fullMoves } from '../ui/text'
import { page } from '../play/text'
import type { Game } from '../net/types'
import { archive } from '../archive/text'
import { seat } from '../ui/player.text'
import { importer, workspace } from '../analysis/text'
import { library } from '../study/text'

test.each([
  [0, '0 moves'],
  [1, '1 move'],
  [2, '1 move'],
  [49, '25 moves'],
  [50, '25 moves'],
  [2400, '1,200 moves'],
])('%d plies are %s', (plies, want) => {
  expect([fullMoves(plies), library.moves(plies), importer.about(plies, '*')]).toEqual([want, want, want])
})

test('dates are written in one way', () => {
  const at = new Date(2026, 2, 3, 12).getTime()
  expect([archive.day(at), library.changed(at), workspace.named('Chess', at)]).toEqual([
    '3 Mar 2026',
    'changed 3 Mar 2026',
    'Chess, 3 Mar 2026',
  ])
})

// \u2068 and \u2069 isolate what is between them; \u202e would reverse all that follows.
test('names from right to left stay in their places', () => {
  const seatOf = (name: string) => ({ name, taken: true })
  const game = { title: 'Shrink Chess', white: seatOf('דנה'), black: seatOf('ليلى') } as Game
  expect(page.heading(game)).toBe('Shrink Chess: \u2068דנה\u2069 – \u2068ليلى\u2069')
  expect(workspace.players('דנה', 'Ann')).toBe('\u2068דנה\u2069 – Ann')
  expect(seat(seatOf('\u202eAnn\u2069'))).toBe('Ann')
  expect(seat(seatOf('דנה'))).toBe('\u2068דנה\u2069')
})
