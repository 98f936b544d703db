import { expect, test } from 'vitest'
import { analysisLink, editorLink, embedLink, isGame, link, match, newGameLink } from './links'

test.each([
  ['/', 'home', []],
  ['/game/abc', 'game', ['abc']],
  ['/game/abc/analysis', 'gameAnalysis', ['abc']],
  ['/analysis', 'analysis', [undefined]],
  ['/analysis/diminuendo%3Apbnrqk', 'analysis', ['diminuendo:pbnrqk']],
  ['/learn/diminuendo/rankings', 'rankings', []],
  ['/learn/shrink/games/one', 'annotated', ['shrink', 'one']],
  ['/embed/game/abc', 'embedGame', ['abc']],
  ['/rules/%', 'rules', ['%']],
])('%s is %s', (path, name, params) => expect(match(path)).toEqual({ name, params }))

test.each(['', '/game', '/analysis/', '/analysis/a/b', '/nowhere'])('%s is no page', (path) =>
  expect(match(path)).toBeNull(),
)

test('links', () => {
  expect(link('editor')).toBe('/editor')
  expect(link('annotated', 'diminuendo:pbnrqk+qk', 'a b')).toBe('/learn/diminuendo:pbnrqk+qk/games/a%20b')
  expect(editorLink('chess')).toBe('/editor/chess')
  expect(editorLink('chess', 'a&b=c#d')).toBe('/editor/chess?fen=a%26b%3Dc%23d')
  expect(newGameLink('diminuendo:pbnrqk+qk', 'K/k')).toBe('/new?variant=diminuendo%3Apbnrqk%2Bqk&fen=K/k')
  expect(analysisLink({ variant: 'shrink' })).toBe('/analysis/shrink')
  expect(analysisLink({ variant: 'shrink', fen: 'k/R/K w - - 0 1', moves: ['a1a2', 'b1b2'] })).toBe(
    '/analysis/shrink?fen=k/R/K%20w%20-%20-%200%201&moves=a1a2_b1b2',
  )
  expect(embedLink({ variant: 'shrink' }, { flip: '1', theme: '' })).toBe('/embed/shrink?flip=1')
})

test.each([
  ['YT3XWzbFtTRj', true],
  ['my_game-1', true],
  ['a'.repeat(64), true],
  ['a'.repeat(65), false],
  ['', false],
  ['a b', false],
  ['é', false],
])('%s is the ID of a game: %s', (id, valid) => expect(isGame(id)).toBe(valid))
