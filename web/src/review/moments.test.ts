import { describe, expect, it } from 'vitest'
import { review as words, score } from './text'
import { graph, margin, plyAt, x, y } from './graph'
import { arrowAt, decided, marks, moments, named, spoken } from './moments'
import type { BoardView, ReviewReport } from '../net/types'

const account = { moves: 2, accuracy: 90, loss: 10, inaccuracies: 0, mistakes: 0, blunders: 0, missed: 0 }
const report: ReviewReport = {
  format: 2,
  level: 'quick',
  nodes: 1,
  white: account,
  black: account,
  points: [
    { cp: 20, chance: 0.53, pv: ['e2e4'], san: ['e4'] },
    { cp: -40, chance: 0.44, pv: ['e7e5', 'g1f3'], san: ['e5', 'Nf3'] },
    { mate: 2, chance: 1, pv: ['d1h5'], san: ['Qh5+'] },
    { cp: 900, chance: 0.99, pv: ['a7a6'], san: ['a6'] },
    { chance: 0, over: true, pv: [], san: [] },
  ],
  moves: [
    { ply: 1, number: 7, color: 'white', san: 'f3', loss: 0.09, accuracy: 66, nag: 6 },
    { ply: 2, number: 7, color: 'black', san: 'g5', loss: 0.44, accuracy: 12, nag: 4 },
    { ply: 3, number: 8, color: 'white', san: 'a3', loss: 0.01, accuracy: 95, missed: 2 },
    { ply: 4, number: 8, color: 'black', san: 'Qxf2#', best: true, loss: 0, accuracy: 100 },
  ],
}

describe('moments', () => {
  it('are the moves with a mark or a note', () => {
    expect(moments(report).map((m) => [m.move.ply, m.better.pv[0], m.text])).toEqual([
      [1, 'e2e4', 'Inaccuracy. Better was e4: +0.2 in place of −0.4.'],
      [2, 'e7e5', 'Blunder. It allows mate in 2. Better was e5: −0.4.'],
      [3, 'd1h5', 'A missed mate: mate in 2 was there. Better was Qh5+.'],
    ])
  })
  it('include a missed win that became a draw', () => {
    const [before, after] = [
      { cp: 900, chance: 0.99, pv: ['f7f8'], san: ['Qf8'] },
      { chance: 0.5, over: true, pv: [], san: [] },
    ]
    const move = { ...report.moves[0]!, nag: 4 }
    expect(words.moment(move, before, after)).toBe('Blunder. It is a draw. Better was Qf8: +9.0.')
  })
  it('decide a game where its loser lost most', () => {
    expect(decided(report, '0-1', 'black')?.move.ply).toBe(1)
    expect(decided(report, '1-0', 'white')?.move.ply).toBe(2)
    expect(decided(report, '1/2-1/2', 'white')?.move.ply).toBe(1)
    expect(decided(report, '1/2-1/2', null)?.move.ply).toBe(2)
    expect(decided({ ...report, moves: report.moves.slice(2) }, '0-1', null)).toBeUndefined()
  })
  it('show the better move as an arrow', () => {
    const square = (key: number, name: string) => ({ key, name }) as NonNullable<BoardView['squares']>[number]
    const board = { squares: ['e1', 'e2', 'e4', 'e10', 'z'].map((name, key) => square(key, name)) } as BoardView
    expect(arrowAt(report, 0, board)).toHaveLength(1)
    expect(arrowAt(report, 2, board)).toEqual([]) // the next move is no mistake
    expect(arrowAt(report, 0, undefined)).toEqual([])
  })
  it('become marks if they have a sign', () => {
    expect(marks(report).map((m) => [m.ply, m.nag])).toEqual([
      [1, 6],
      [2, 4],
    ])
  })
  it('are named with number and sign', () => {
    expect(report.moves.map(named)).toEqual(['7. f3?!', '7… g5??', '8. a3', '8… Qxf2#'])
  })
  it('are described in words', () => {
    expect([0, 2, 3, 4, 9].map((ply) => spoken(report, ply))).toEqual([
      'Starting position, even',
      '7… g5, Blunder, White mates in 2',
      '8. a3, White is winning, +9.0',
      '8… Qxf2#, Black has won',
      '',
    ])
  })
})

describe('scores', () => {
  it('are short', () => {
    expect(
      [{ cp: 0 }, { cp: 4 }, { cp: -4 }, { cp: -120 }, { cp: 1234 }, { mate: 3 }, { mate: -3 }, {}].map((p) =>
        score.short(p),
      ),
    ).toEqual(['0.0', '0.0', '0.0', '−1.2', '+12.3', '#3', '#−3', ''])
  })
  it('have percents, or none', () => {
    expect([words.percent(98.04), words.percent(undefined)]).toEqual(['98.0 %', '–'])
  })
})

describe('graph', () => {
  it('has White above and Black at the bottom', () => {
    expect([y(1, 100), y(0.5, 100), y(0, 100)]).toEqual([margin, 50, 100 - margin])
    expect([x(0, 4, 200), x(2, 4, 200), x(4, 4, 200)]).toEqual([margin, 100, 200 - margin])
  })
  it('finds the ply at a point', () => {
    for (let ply = 0; ply <= 4; ply++) expect(plyAt(x(ply, 4, 200), 4, 200)).toBe(ply)
    expect([plyAt(-50, 4, 200), plyAt(500, 4, 200), plyAt(50, 0, 200)]).toEqual([0, 4, 0])
  })
  it('draws a line, an area and dots', () => {
    const g = graph(report, 200, 100)
    expect(g.line.match(/[ML]/g)).toHaveLength(5)
    expect([g.area.startsWith('M0 '), g.area.endsWith('V100H0Z'), g.area.match(/[ML]/g)?.length]).toEqual([
      true,
      true,
      7,
    ])
    expect(g.dots.map((d) => [d.ply, d.nag])).toEqual([
      [1, 6],
      [2, 4],
      [3, 0],
    ])
  })
})
