import { describe, expect, it } from 'vitest'
import { brief, briefEnd, count, fault, score, inWords } from './engine.text'
import { points, share } from './score'

describe('a score', () => {
  it.each([
    [{ cp: 34 }, '+0.34', '0.3', 'White is better by 0.34'],
    [{ cp: -120 }, '−1.20', '1.2', 'Black is better by 1.20'],
    [{ cp: 0 }, '0.00', '0.0', 'equal'],
    [{ cp: 1234 }, '+12.34', '12', 'White is better by 12.34'],
    [{ cp: 995 }, '+9.95', '10', 'White is better by 9.95'],
    [{ mate: 3 }, '#3', '#3', 'White mates in 3 moves'],
    [{ mate: -1 }, '#−1', '#1', 'Black mates in 1 move'],
  ])('%o is written', (s, long, short, words) => {
    expect([score(s), brief(s), inWords(s)]).toEqual([long, short, words])
  })
  it('fills a part of the bar', () => {
    expect(share(null)).toBe(0.5)
    expect(share({ cp: 0 })).toBe(0.5)
    expect(share({ cp: 400 })).toBeCloseTo(0.8135, 3)
    expect(share({ cp: -400 })).toBeCloseTo(0.1865, 3)
    expect([share({ cp: 5000 }), share({ cp: -5000 })]).toEqual([0.97, 0.03])
    expect([share({ mate: 4 }), share({ mate: -4 })]).toEqual([1, 0])
  })
})

it('gives the bar to the winner', () => {
  expect(['1-0', '1/2-1/2', '0-1'].map((r) => [points[r], briefEnd(r)])).toEqual([
    [1, '1–0'],
    [0.5, '½'],
    [0, '0–1'],
  ])
  expect(points['*']).toBeUndefined()
})

it('shortens large numbers', () => {
  expect([0, 532, 999, 1000, 12_400, 99_960, 3_070_000, 1.2e9].map(count)).toEqual([
    '0',
    '532',
    '999',
    '1.00\u202fk',
    '12.4\u202fk',
    '100\u202fk',
    '3.07\u202fM',
    '1.20\u202fG',
  ])
})

it('describes a fault with the engine’s message', () => {
  expect(fault({ kind: 'order', text: 'move 1: no' })).toBe('The engine cannot analyze this position: move 1: no')
  expect(fault({ kind: 'fetch', text: '/x: 404' })).not.toContain('404')
})
