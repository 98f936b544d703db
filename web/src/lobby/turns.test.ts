import { expect, test } from 'vitest'
import type { Game } from '../net/types'
import { byTurn, next, watchable } from './turns'

const game = (id: string, turn: 'white' | 'black', due: number, more: Partial<Game> = {}) =>
  ({
    id,
    turn,
    due,
    status: 'live',
    control: { days: 3 },
    white: { you: true, taken: true },
    black: { taken: true },
    ...more,
  }) as Game

test('own turns come first, and the least time', () => {
  const games = [
    game('theirs', 'black', 1),
    game('later', 'white', 9),
    game('soon', 'white', 5),
    game('clock', 'white', 2, { control: { base: 60_000 } }),
    game('waits', 'white', 2, { status: 'waiting' }),
    game('theirs too', 'black', 0),
  ]
  const sorted = byTurn(games)
  expect(sorted.map((g) => g.id)).toEqual(['soon', 'later', 'theirs too', 'theirs'])
  expect(next(sorted, 'soon')?.id).toBe('later')
  expect(next(sorted, 'theirs')?.id).toBe('soon')
  expect(next(sorted.slice(2), 'other')).toBeUndefined()
})

test('games that were left are not shown to others', () => {
  const seat = { name: '', taken: true }
  const people = { ply: 8, updated: 0, white: seat, black: seat }
  const computer = { ...people, black: { ...seat, level: 3 } }
  const at = 3 * 3_600_000
  expect([watchable(people, at), watchable({ ...people, ply: 1 }, at)]).toEqual([true, false])
  expect([watchable(computer, at), watchable({ ...computer, updated: at - 60_000 }, at)]).toEqual([false, true])
})
