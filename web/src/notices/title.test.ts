import { describe, expect, it } from 'vitest'
import { sentence as german } from './text.de'
import { notices, sentence } from './text'
import { dotted, numbered } from './title'

describe('numbered', () => {
  it.each([
    ['wane', 0, 'wane'],
    ['wane', 2, '(2) wane'],
    ['(1) wane', 12, '(12) wane'],
    ['(12) wane', 0, 'wane'],
    ['(a) wane', 0, '(a) wane'],
  ])('%s with %i: %s', (title, n, want) => expect(numbered(title, n)).toBe(want))
})

describe('dotted', () => {
  it('draws a dot over all else', () =>
    expect(dotted('<svg><rect/></svg>\n')).toMatch(/^<svg><rect\/><circle [^>]+\/><\/svg>$/))
})

describe('sentence', () => {
  it.each(Object.keys(notices.kinds))('%s names the other player or the tournament in both languages', (kind) => {
    for (const say of [sentence, german]) {
      expect(say({ kind, name: 'Zoë' })).toContain('Zoë')
      if (!['tournament', 'paired'].includes(kind)) expect(say({ kind, level: 3 })).toContain('3')
      expect(say({ kind })).not.toContain('undefined')
    }
    expect(sentence({ kind, name: 'Zoë' })).not.toBe(german({ kind, name: 'Zoë' }))
  })
  it('tells results apart', () => {
    const all = ['won', 'lost', 'drawn', 'none'].flatMap((result) =>
      [sentence, german].map((say) => say({ kind: 'ended', result })),
    )
    expect(new Set(all).size).toBe(8)
  })
  it('says something of kinds that are newer than the page', () =>
    expect(sentence({ kind: 'dance' })).toMatch(/happened/))
  it('says how long ago', () => {
    const now = 1e12
    expect([0, 59e3, 60e3, 3_599e3, 3_600e3, 86_400e3, 172_800e3].map((ms) => notices.when(now - ms, now))).toEqual([
      'just now',
      'just now',
      '1 min ago',
      '59 min ago',
      '1 h ago',
      'yesterday',
      '2 days ago',
    ])
  })
})
