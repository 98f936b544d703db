import { expect, test } from 'vitest'
import { game } from '../analysis/fixtures'
import { named } from './names'

test('a chapter from a game has the name that was typed, or that of the game', () => {
  const tags = [
    { name: 'White', value: 'Ann' },
    { name: 'ChapterName', value: 'Old' },
  ]
  const g = { ...game('a b'), tags }
  expect(named(g, ' New ').tags).toEqual([{ name: 'ChapterName', value: 'New' }, tags[0]])
  expect(named(g, ' ').tags).toEqual(tags)
})
