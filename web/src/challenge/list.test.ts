import { expect, test } from 'vitest'
import type { Challenge } from '../net/types'
import { incoming, key, notices, sent } from './list'

const make = (id: string, mine: boolean, status: Challenge['status'], updated = 0) =>
  ({
    id,
    status,
    updated,
    from: { name: 'a', taken: true, you: mine },
    to: { name: 'b', taken: true, you: !mine },
  }) as Challenge

const list = [
  make('new', false, 'created', 9),
  make('old', false, 'canceled'),
  make('sent', true, 'created'),
  make('won', true, 'accepted', 8),
  make('lost', true, 'declined', 7),
]
const ids = (all: Challenge[]) => all.map((c) => c.id)

test('challenges are sorted by who has to answer', () => {
  expect(ids(incoming(list))).toEqual(['new'])
  expect(ids(sent(list))).toEqual(['sent'])
})

test('answers are shown once, and only if the challenge was seen waiting', () => {
  expect(ids(notices(list, new Set(), new Set()))).toEqual(['new'])
  expect(ids(notices(list, new Set(['won', 'lost', 'old']), new Set()))).toEqual(['lost', 'won', 'new'])
  expect(ids(notices(list, new Set(['won', 'lost']), new Set([key(list[3]!), key(list[0]!)])))).toEqual(['lost'])
})
