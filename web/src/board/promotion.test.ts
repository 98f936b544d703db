import { describe, expect, it } from 'vitest'
import type { Route } from '../net/types'
import { isDone, isPrefix, legalTypes, sameColor } from './promotion'

const pawn = (name: string, n: number) => ({ piece: 'p', key: n, square: n, name })
const free: Route = { from: 0, to: 1, text: 'd4d3', promotions: [pawn('a3', 1), pawn('b3', 2)] }
const bound: Route = { ...free, text: 'd1d2', only: ['qb', 'qn', 'nn'] }

describe('promotion', () => {
  it('offers everything where everything is legal', () => {
    expect(legalTypes(free, '')).toEqual(['q', 'r', 'b', 'n'])
    expect(legalTypes(free, 'b')).toEqual(['q', 'r', 'b', 'n'])
    expect(legalTypes(free, 'bn')).toEqual([])
  })
  it('offers only what leads to a legal ending', () => {
    expect(legalTypes(bound, '')).toEqual(['q', 'n'])
    expect(legalTypes(bound, 'q')).toEqual(['b', 'n'])
    expect(legalTypes(bound, 'n')).toEqual(['n'])
    expect(isPrefix(bound, 'r')).toBe(false)
  })
  it('knows when all have been chosen', () => {
    expect([isDone(free, ''), isDone(free, 'q'), isDone(free, 'qn')]).toEqual([false, false, true])
  })
  it('keeps the pawn’s color', () => {
    expect([sameColor('P', 'q'), sameColor('p', 'q')]).toEqual(['Q', 'q'])
  })
})
