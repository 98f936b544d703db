import { expect, test } from 'vitest'
import { updateGame } from '../rules/record'
import type { Event, Game } from '../net/types'
import { mayBerserk } from './tournament'

const game = { status: 'live', white: { taken: true }, black: { taken: true }, berserk: true } as unknown as Game

test('berserk is possible before the own first move', () => {
  expect([0, 1, 2].map((plies) => [mayBerserk(game, 'white', plies), mayBerserk(game, 'black', plies)])).toEqual([
    [true, true],
    [false, true],
    [false, false],
  ])
  expect(mayBerserk(game, null, 0)).toBe(false)
  expect(mayBerserk({ ...game, berserk: false } as Game, 'white', 0)).toBe(false)
})

test('berserk is possible once', () => {
  const after = updateGame(game, { seq: 2, at: 1, kind: 'berserk', color: 'black' } as Event)
  expect([mayBerserk(after, 'black', 0), mayBerserk(after, 'white', 0)]).toEqual([false, true])
})
