import { describe, expect, it } from 'vitest'
import { excerpt, fix, range } from './excerpt'
import type { StudyProblem } from '../net/types'

const problem = (line: number, column: number, text = ''): StudyProblem => ({ says: '', wrong: '', line, column, text })

describe('excerpts', () => {
  it('finds the place in lines of every kind', () => {
    for (const [text, line, column, what] of [
      ['1. e4 e5\n2. Nf9', 2, 4, 'Nf9'],
      ['1. e4\r\n2. x Nf9', 2, 6, 'Nf9'],
      ['1. e4\rNf9', 2, 1, 'Nf9'],
      ['Nf9', 1, 1, 'Nf9'],
      ['½ 𝄞 Nf9', 1, 5, 'Nf9'],
      ['\ufeff1. Nf9', 1, 4, 'Nf9'],
    ] as const) {
      const at = range(text, problem(line, column, what))
      expect(at && text.slice(at.from, at.to), JSON.stringify(text)).toBe(what)
    }
  })
  it('marks nothing if the text differs or is missing', () => {
    expect(range('1. e4', problem(1, 4, 'd4'))).toEqual({ from: 3, to: 3 })
    expect(range('1. e4', problem(9, 1))).toBeNull()
    expect(range('1. e4', problem(1, 20_000))).toBeNull()
    expect(range('1. e4', { says: '', wrong: '' })).toBeNull()
  })
  it('replaces the wrong move', () => {
    expect(fix('1. e4 e5\n2. Nf9 Nc6', problem(2, 4, 'Nf9'), 'Nf3')).toBe('1. e4 e5\n2. Nf3 Nc6')
    expect(fix('1. e4', problem(1, 4, 'd4'), 'Nf3')).toBeNull()
    expect(fix('1. e4', problem(1, 4), 'Nf3')).toBeNull()
  })
  it('shows the lines around it', () => {
    const e = excerpt('a\nb\nc\nd Nf9 e\nf\ng\nh', problem(4, 3, 'Nf9'))!
    expect(e.first).toBe(2)
    expect(e.lines.map((l) => l.text)).toEqual(['b', 'c', 'd Nf9 e', 'f', 'g'])
    expect(e.lines.map((l) => l.text.slice(l.from, l.to))).toEqual(['', '', 'Nf9', '', ''])
    expect(excerpt('', problem(1, 1))!.lines).toEqual([{ text: '', from: 0, to: 0 }])
  })
})
