import { beforeEach, expect, test, vi } from 'vitest'
import { followed, forget, goesOn, left, unattended } from './arena'
import { mine, tournament } from './fixtures'

const running = tournament({ id: 'a', ends: 3_600_000, mine: mine({ waiting: true }) })

beforeEach(() => {
  const stored = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (k: string) => stored.get(k) ?? null,
    setItem: (k: string, v: string) => stored.set(k, v),
    removeItem: (k: string) => stored.delete(k),
  })
})

test('the user hears of an arena that no page follows', () => {
  followed(running, 'ann', 1000)
  expect(unattended('ann', 26_000)).toBeUndefined()
  left('a')
  expect(unattended('ann', 5000)).toBeUndefined()
  expect(unattended('ann', 7000)).toBe('a')
  followed(running, 'ann', 8000) // by another tab
  expect(unattended('ann', 9000)).toBeUndefined()
  expect(unattended('ann', 39_000)).toBe('a') // it was closed without a word
  expect(unattended('ben', 39_000)).toBeUndefined()
})

test('but not once the user has paused or said no, nor of one that is over', () => {
  for (const now of [
    tournament({ ...running, mine: mine({ out: true }) }),
    tournament({ ...running, status: 'finished' }),
    tournament({ ...running, now: 3_590_000 }),
    tournament({ ...running, system: 'swiss' }),
    tournament({ ...running, mine: undefined }),
  ]) {
    followed(running, 'ann', 0)
    followed(now, 'ann', 0)
    expect(unattended('ann', 60_000)).toBeUndefined()
  }
  followed(running, 'ann', 0)
  forget('another')
  expect(unattended('ann', 60_000)).toBe('a')
  forget('a')
  expect(unattended('ann', 60_000)).toBeUndefined()
})

test('a game does not end it, and needs no word', () => {
  const playing = tournament({ ...running, mine: mine({ games: ['g'] }) })
  followed(playing, 'ann', 0)
  expect(unattended('ann', 60_000)).toBe('a')
  expect([goesOn(running), goesOn(playing)]).toEqual([true, false])
})
