import { expect, it } from 'vitest'
import { game } from './fixtures'
import { openImported } from './open'

it('turns the board for a game whose tags ask for it', () => {
  expect(openImported(game('a b')).flipped).toBe(false)
  expect(openImported({ ...game('a b'), flipped: true }).flipped).toBe(true)
})
