import { beforeEach, expect, test, vi } from 'vitest'
import { beaten, fewPlayed, hasPlayed, levelFor, noteLevel, noteResult, noteWin } from './levels'

let stored: Record<string, string>
beforeEach(() => {
  stored = {}
  vi.stubGlobal('localStorage', {
    getItem: (k: string) => stored[k] ?? null,
    setItem: (k: string, v: string) => (stored[k] = v),
  })
})

test('the first game is against the weakest level, a win leads one up', () => {
  expect([levelFor('shrink'), hasPlayed()]).toEqual([1, false])
  noteWin('shrink', 1)
  expect([levelFor('shrink'), levelFor('convergent'), hasPlayed()]).toEqual([2, 1, true])
  noteLevel('shrink', 1)
  expect([levelFor('shrink'), beaten('shrink:x'), beaten('convergent')]).toEqual([1, 1, 0]) // a choice is no win
  noteWin('shrink', 1) // an easier one
  expect(levelFor('shrink')).toBe(2)
  noteWin('shrink', 8)
  expect([levelFor('shrink'), beaten('shrink')]).toEqual([8, 8])
})

test('a choice counts for all rankings', () => {
  noteLevel('diminuendo:pbnrqk', 4)
  expect(levelFor('diminuendo')).toBe(4)
})

test('the end of a game counts for who has won it against the computer', () => {
  const game = { variant: 'shrink', white: { name: 'Ann', taken: true }, black: { name: '', taken: true, level: 1 } }
  noteResult({ ...game, result: '0-1' }, 'white')
  noteResult({ ...game, result: '1/2-1/2' }, 'white')
  noteResult({ ...game, black: { name: 'Ben', taken: true }, result: '1-0' }, 'white')
  expect([levelFor('shrink'), hasPlayed()]).toEqual([1, false])
  noteResult({ ...game, result: '1-0' }, 'white')
  expect(levelFor('shrink')).toBe(2)
})

test('after five games a user is no newcomer', () => {
  const game = { variant: 'chess', white: { name: 'Ann', taken: true }, black: { name: 'Ben', taken: true } }
  expect(fewPlayed()).toBe(true)
  for (let i = 0; i < 4; i++) noteResult(game, 'white')
  expect(fewPlayed()).toBe(true)
  noteResult(game, 'white')
  expect(fewPlayed()).toBe(false)
})

test('what is damaged is not used', () => {
  for (const text of ['{', '7', 'null', '{"shrink":"3"}', '{"shrink":99}', '{"shrink":2.5}']) {
    stored['wane-levels'] = text
    expect(levelFor('shrink')).toBe(1)
  }
})
