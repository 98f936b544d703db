import { expect, it } from 'vitest'
import { studyAddress } from './address'

it('leads to the analysis board', () => {
  expect(studyAddress({ variant: 'shrink', fen: '', moves: [] })).toBe('/analysis/shrink')
  expect(studyAddress({ variant: 'shrink', fen: '', moves: ['e2e4', 'd7d5'] })).toBe('/analysis/shrink?moves=e2e4_d7d5')
  expect(studyAddress({ variant: 'diminuendo:pbnrqk+qk', fen: 'k/R/K w - - 0 1', moves: ['a1a2'] })).toBe(
    '/analysis/diminuendo%3Apbnrqk%2Bqk?fen=k%2FR%2FK+w+-+-+0+1&moves=a1a2',
  )
})
