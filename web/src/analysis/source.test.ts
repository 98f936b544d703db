import { expect, it } from 'vitest'
import { studyAddress, sourceOf } from './source'

it.each([
  [undefined, undefined, '', '', { kind: 'choose' }],
  ['shrink', undefined, '', '', { kind: 'line', variant: 'shrink', fen: '', moves: [] }],
  [
    'shrink',
    undefined,
    'fen=k/R/K+w+-+-+0+1&moves=a1a2_b1b2',
    '',
    { kind: 'line', variant: 'shrink', fen: 'k/R/K w - - 0 1', moves: ['a1a2', 'b1b2'] },
  ],
  ['shrink', undefined, '', '#g=abc', { kind: 'packed', variant: 'shrink', text: 'abc' }],
  ['shrink', undefined, 'study=x', '#g=abc', { kind: 'stored', id: 'x' }],
  [undefined, 'g1', 'study=x&ply=all', '', { kind: 'game', id: 'g1' }],
  [undefined, 'g1', 'ply=24', '', { kind: 'game', id: 'g1', ply: 24 }],
])('%s %s ?%s %s', (variant, game, query, hash, want) =>
  expect(sourceOf(variant, game, new URLSearchParams(query), hash)).toEqual(want),
)

it('leads back to a stored study', () => {
  const info = { id: 's', name: '', variant: 'diminuendo:pbnrqk', title: '', created: 0, changed: 0, rev: 1, moves: 0 }
  expect(studyAddress(info)).toBe('/analysis/diminuendo:pbnrqk?study=s')
  expect(studyAddress({ ...info, game: 'g1' })).toBe('/game/g1/analysis')
})
