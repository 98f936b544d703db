import { expect, test } from 'vitest'
import { emptyRecord, applyEvent, updateGame } from './record'
import type { Event, Game } from '../net/types'

const make = (...list: Partial<Event>[]) => list.map((e, i): Event => ({ seq: i + 1, kind: 'move', at: i, ...e }))
const grown = (...list: Partial<Event>[]) => make(...list).reduce(applyEvent, emptyRecord)

test.each<[string, Partial<Event>[], object]>([
  ['an offer stands', [{ kind: 'draw-offer', color: 'white' }], { draw: 'white' }],
  [
    'one’s own move leaves it standing',
    [
      { kind: 'draw-offer', color: 'white' },
      { color: 'white', move: 'a' },
    ],
    { draw: 'white' },
  ],
  [
    'the other’s move declines it',
    [
      { kind: 'draw-offer', color: 'white' },
      { color: 'black', move: 'a' },
    ],
    {},
  ],
  [
    'declined',
    [
      { kind: 'draw-offer', color: 'white' },
      { kind: 'draw-decline', color: 'black' },
    ],
    {},
  ],
  [
    'a takeback lapses with any move',
    [
      { kind: 'takeback-offer', color: 'white', plies: 2 },
      { color: 'white', move: 'a' },
    ],
    {},
  ],
  [
    'a takeback is asked for',
    [{ kind: 'takeback-offer', color: 'black', plies: 1 }],
    { takeback: { color: 'black', plies: 1 } },
  ],
  [
    'a takeback declined',
    [
      { kind: 'takeback-offer', color: 'black', plies: 1 },
      { kind: 'takeback-decline', color: 'white' },
    ],
    {},
  ],
  [
    'the end answers all',
    [
      { kind: 'draw-offer', color: 'white' },
      { kind: 'end', result: '1-0', reason: 'x' },
    ],
    {},
  ],
  ['rematch', [{ kind: 'rematch-offer', color: 'white' }], { rematch: 'white' }],
  [
    'rematch declined',
    [
      { kind: 'rematch-offer', color: 'white' },
      { kind: 'rematch-decline', color: 'black' },
    ],
    {},
  ],
])('offers: %s', (_, events, want) => expect(grown(...events).offers).toEqual(want))

test('a takeback takes its plies, and no more than there are', () => {
  const moves = [
    { color: 'white', move: 'a' },
    { color: 'black', move: 'b' },
  ] as const
  expect(grown(...moves, { kind: 'takeback', plies: 1 }).moves.map((m) => m.move)).toEqual(['a'])
  expect(grown(...moves, { kind: 'takeback', plies: 9 }).moves).toEqual([])
})

const game = { status: 'waiting', white: { taken: true }, black: { taken: false }, ply: 0, turn: 'white' } as Game

test('the game follows its events', () => {
  let g = updateGame(game, { seq: 1, kind: 'join', color: 'black', at: 1, seat: { taken: true, name: 'Bob' } })
  expect(g).toMatchObject({ status: 'live', black: { taken: true, name: 'Bob' } })
  g = updateGame(g, { seq: 2, kind: 'move', color: 'white', move: 'e2e4', at: 2 })
  expect(g).toMatchObject({ ply: 1, turn: 'black', last: 'e2e4', updated: 2 })
  g = updateGame(g, { seq: 3, kind: 'takeback', color: 'white', plies: 1, at: 3 })
  expect(g).toMatchObject({ ply: 0, turn: 'white' })
  g = updateGame(g, { seq: 4, kind: 'end', at: 4, reason: 'aborted before the second move' })
  expect(g).toMatchObject({ status: 'finished', result: '*' })
  g = updateGame(g, { seq: 5, kind: 'rematch', at: 5, next: 'n' })
  expect(g.next).toBe('n')
})
