import { expect, test, vi } from 'vitest'
import { say } from '../net/sentences.text.de'
import { nameOf } from './name'

vi.mock('../net/sentences.text', () => ({ say: (s: string) => say(s) }))

test('the names of scheduled tournaments are translated, those of players are not', () => {
  expect(nameOf({ id: 'daily-2026-11-30', name: 'Daily Arena' })).toBe('Tägliche Arena')
  expect(nameOf({ id: 'nlExz_3BtQ5elpyq6nTb', name: 'Checkmate' })).toBe('Checkmate')
})
