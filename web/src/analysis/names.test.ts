import { expect, it, vi } from 'vitest'
import { nameOf, playerName } from './names'
import { titleOf } from './open'
import type { Opponent } from './storage'

vi.mock('../ui/player.text', () => import('../ui/player.text.de'))
vi.mock('./local.text', () => import('./local.text.de'))
vi.mock('./text', () => import('./text.de'))
vi.mock('../net/sentences.text', () => import('../net/sentences.text.de'))

const opponent = (color: Opponent['color']): Opponent => ({ level: 5, seed: 1, color, fen: '', result: '*' })

it('shows the names of games against the computer in the language of the page', () => {
  expect(nameOf({ name: 'You – Computer, level 5', opponent: opponent('white') })).toBe('Du – Computer, Stufe 5')
  expect(nameOf({ name: 'Computer, level 5 – You', opponent: opponent('black') })).toBe('Computer, Stufe 5 – Du')
  expect(playerName('You', opponent('white'))).toBe('Du')
})
it('leaves names that users have chosen, and other studies', () => {
  expect(nameOf({ name: 'My best game', opponent: opponent('white') })).toBe('My best game')
  expect(nameOf({ name: 'You – Computer, level 5' })).toBe('You – Computer, level 5')
  expect(playerName('You', undefined)).toBe('You')
  expect(playerName('Computer, level 4', opponent('white'))).toBe('Computer, level 4')
})
it('stores the titles of variants in English', async () => {
  vi.stubGlobal('fetch', async () => new Response('{"title":"Chess"}'))
  expect(await titleOf('chess')).toBe('Chess')
  vi.unstubAllGlobals()
})
