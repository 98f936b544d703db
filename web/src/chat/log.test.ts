import { expect, test } from 'vitest'
import type { Said, ServerMessage } from '../net/types'
import { presets } from './text'
import * as german from './text.de'
import { ChatLog } from './log.svelte'
import { presetsFor, presetsOf, studyPresets } from './presets'

const said = (seq: number, you = false): Said => ({
  seq,
  at: seq,
  name: 'Ann',
  text: `text ${seq}`,
  ...(you ? { you } : {}),
})
const chat = (room: 'players' | 'spectators', from: number, ...messages: Said[]): ServerMessage => ({
  t: 'chat',
  place: 'games/g',
  room,
  ...(from ? { from } : {}),
  messages,
})
const numbers = (log: ChatLog, room: 'players' | 'spectators') => log.rooms[room]?.map((s) => s.seq)

test('collects the messages of each room, and starts again when the server does', () => {
  const log = new ChatLog()
  log.receive(chat('players', 1, said(2))) // of a room that the page has forgotten
  expect(log.names).toEqual([])
  log.receive(chat('spectators', 0))
  log.receive(chat('players', 0, said(1), said(2)))
  log.receive(chat('players', 2, said(3)))
  log.receive(chat('players', 2, said(3), said(4)))
  expect(log.names).toEqual(['players', 'spectators'])
  expect(numbers(log, 'players')).toEqual([1, 2, 3, 4])
  log.receive(chat('players', 0, said(4)))
  expect(numbers(log, 'players')).toEqual([4])
  log.receive(chat('players', 4, ...Array.from({ length: 250 }, (_, i) => said(5 + i))))
  expect(log.rooms.players).toHaveLength(200)
  log.clear()
  expect(log.names).toEqual([])
})

test('counts what others have written since the user looked', () => {
  const log = new ChatLog()
  log.receive(chat('players', 0, said(1)))
  expect(log.unread).toBe(0)
  log.receive(chat('players', 1, said(2), said(3, true)))
  expect(log.unread).toBe(1)
  log.receive(chat('spectators', 0, said(7)))
  log.receive(chat('spectators', 7, said(8)))
  expect(log.unread).toBe(2)
  log.see('players')
  log.receive(chat('players', 0, said(1), said(2), said(3, true)))
  expect(log.unread).toBe(1)
})

test('offers presets that every language has', () => {
  const all = [
    presetsFor('live', 0),
    presetsFor('live', 30),
    presetsFor('finished', 30),
    presetsOf('created'),
    presetsOf('finished'),
    studyPresets,
  ].flat()
  for (const key of all) expect(presets[key], key).toBeTruthy()
  expect(Object.keys(german.presets)).toEqual(Object.keys(presets))
})
