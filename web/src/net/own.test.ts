import { expect, test } from 'vitest'
import { marked } from './own'
import type { Game, Me, Seat } from './types'

const game = (id: string, status: Game['status'], white: Seat, black: Seat) => ({ id, status, white, black }) as Game
const ann: Seat = { name: 'Ann', tag: 'aaaaaa', taken: true }
const other: Seat = { name: 'Ann', tag: 'bbbbbb', taken: true }
const account: Seat = { name: 'Ann', account: true, taken: true }
const free: Seat = { name: '', taken: false }

const me: Me = { id: '1', name: 'Ann', tag: 'aaaaaa' }
const user: Me = { ...me, account: { name: 'Ann', key: 'ann', role: 'player', created: 0 } }

test('the page marks the games of its user', () => {
  const lobby = {
    seeks: [
      game('mine', 'waiting', ann, free),
      game('other', 'waiting', free, other),
      game('account', 'waiting', account, free),
    ],
    live: [game('live', 'live', other, ann)],
    finished: [game('ended', 'finished', { name: '', level: 3, taken: true }, account)],
    players: 1,
  }
  const marks = (me: Me | null) => {
    const { seeks, live, finished } = marked(lobby, me)
    return [...seeks, ...live, ...finished]
      .filter((g) => g.creator || g.white.you || g.black.you)
      .map((g) => g.id + (g.creator ? ' created' : '') + (g.white.you ? ' white' : '') + (g.black.you ? ' black' : ''))
  }
  expect(marks(null)).toEqual([])
  expect(marks(me)).toEqual(['mine created white', 'live black'])
  expect(marks(user)).toEqual(['mine created white', 'account created white', 'live black', 'ended black'])
  expect(marks({ id: '2', name: 'Ann', tag: '' })).toEqual([])
})
