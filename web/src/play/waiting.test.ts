import { expect, test } from 'vitest'
import type { Game, Presence } from '../net/types'
import { claimIn, runsOut, waited } from './waiting'

const seats = { white: { taken: true }, black: { taken: true } }
const game = (more: object = {}) =>
  ({ ...seats, status: 'live', turn: 'black', control: {}, claimAfter: 30_000, ...more }) as unknown as Game
const gone: Presence = { white: true, black: false, watchers: 0, blackAwaySince: 1000 }

test.each<[string, Game | null, 'white' | 'black' | null, Presence | null, number, number, number | null]>([
  ['too early', game(), 'white', gone, 10, 11_000, 20_000],
  ['now', game(), 'white', gone, 10, 31_000, 0],
  ['as long as the server says', game({ claimAfter: 300_000 }), 'white', gone, 10, 31_000, 270_000],
  ['a game that knows no claims', game({ claimAfter: undefined }), 'white', gone, 10, 90_000, null],
  ['not on one’s own move', game({ turn: 'white' }), 'white', gone, 10, 90_000, null],
  ['not at the beginning', game(), 'white', gone, 1, 90_000, null],
  ['he is here', game(), 'white', { ...gone, black: true }, 10, 90_000, null],
  ['not known since when', game(), 'white', { ...gone, blackAwaySince: 0 }, 10, 90_000, null],
  ['the one who left', game({ turn: 'white' }), 'black', gone, 10, 90_000, null],
  ['a watcher', game(), null, gone, 10, 90_000, null],
  ['an engine does not leave', game({ black: { taken: true, level: 3 } }), 'white', gone, 10, 90_000, null],
  ['over', game({ status: 'finished' }), 'white', gone, 10, 90_000, null],
  ['not loaded', null, 'white', null, 0, 0, null],
])('%s', (_, g, color, presence, plies, now, want) => expect(claimIn(g, color, presence, plies, now)).toBe(want))

test('the running clock runs out', () => {
  const times = { white: 9000, black: 4000, running: 'black', now: 50_000, at: 700 } as const
  expect([0, 700, 3700, 4700, 99_000].map((now) => runsOut(times, now))).toEqual([4000, 4000, 1000, 0, 0])
  expect(runsOut({ ...times, running: undefined }, 99_000)).toBeNull()
  expect(runsOut(null, 99_000)).toBeNull()
})

const times = { white: 0, black: 0, now: 50_000, at: 700 }
const event = (at: number) => ({ seq: 1, kind: 'move', at })

test.each([
  ['the last event counts', { times, events: [event(1000), event(40_000)] }, 'open', 0, 15_700, 15_700],
  ['an event that is newer than the clocks', { times, events: [event(60_000)] }, 'open', 0, 700, 0],
  ['nothing is known yet', { times: null, events: [] }, 'open', 0, 99_000, 0],
  ['only what one was connected to hear', { times, events: [event(1000)] }, 'open', 20_000, 30_000, 10_000],
  ['no connection', { times, events: [event(1000)] }, 'offline', 0, 99_000, 0],
] as const)('%s', (_, game, state, since, now, want) =>
  expect(waited({ times: game.times, events: [...game.events] }, { state, since }, now)).toBe(want),
)
