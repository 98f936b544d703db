import { expect, test } from 'vitest'
import { waited } from './silence'

const times = { white: 0, black: 0, now: 50_000, at: 700 }
const event = (at: number) => ({ seq: 1, kind: 'move', at })

test.each([
  ['the last event counts', { times, events: [event(1000), event(40_000)] }, 'open', 0, 15_700, 15_700],
  ['an event that is newer than the clocks', { times, events: [event(60_000)] }, 'open', 0, 700, 0],
  ['nothing is known yet', { times: null, events: [] }, 'open', 0, 99_000, 0],
  ['only what one was connected to hear', { times, events: [event(1000)] }, 'open', 20_000, 30_000, 10_000],
  ['no connection', { times, events: [event(1000)] }, 'offline', 0, 99_000, 0],
] as const)('%s', (_, game, state, since, now, want) => expect(waited({ times: game.times, events: [...game.events] }, { state, since }, now)).toBe(want))
