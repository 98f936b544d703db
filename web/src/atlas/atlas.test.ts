import { expect, test } from 'vitest'
import { read, withOptions } from './atlas'
import { grouped, known, typicalError, valueOf } from './format'
import { clicked, sorted } from './sort'
import type { RankingEntry, Table } from '../net/types'

const table: Table = {
  nodes: 1000,
  seed: 1,
  engine: 'test',
  games: { plain: 400, qk: 100 },
  rankings: ['kqrnbp', 'pbnrqk', 'qkrnbp'],
  columns: [
    { name: 'checkmate', decimals: 1, values: [900, 800, 700] },
    { name: 'white', decimals: 1, values: [523, 498, 610], errors: [16, 17, 18] },
    { name: 'draws', decimals: 0, values: [12, 12, 9] },
    { name: 'whiteQk', decimals: 1, values: [500, 501, 502] },
    { name: 'whiteQkFp', decimals: 1, values: [400, 401, 402] },
    { name: 'unheardOf', decimals: 0, values: [1, 2, 3] },
    { name: 'short', decimals: 0, values: [1] },
  ],
  picks: [],
}
const atlas = read(table)!
const entries: RankingEntry[] = ['pbnrqk', 'kqrnbp', 'qkrnbp', 'rkqnbp'].map((order) => ({
  order,
  names: ['', '', '', ''],
  traits: [],
}))
const orders = (by: string, down: boolean) =>
  sorted(entries, { by, down }, atlas.index, atlas.measures).map((e) => e.order.slice(0, 2))

test('a table becomes measures, an empty one none', () => {
  expect(read({ ...table, rankings: [], columns: [] })).toBeUndefined()
  expect(read({ ...table, columns: [] })).toBeUndefined()
  expect(atlas.measures.get('white')).toEqual({
    name: 'white',
    decimals: 1,
    values: [52.3, 49.8, 61],
    errors: [1.6, 1.7, 1.8],
  })
  expect(atlas.measures.has('short')).toBe(false)
  expect(atlas.index.get('qkrnbp')).toBe(2)
})

test('measures of games with options take the place of the others', () => {
  expect([...withOptions(atlas.measures, 0).measures.keys()]).toEqual(['checkmate', 'white', 'draws', 'unheardOf'])
  const queenish = withOptions(atlas.measures, 1)
  expect(queenish.own).toEqual(['white'])
  expect(queenish.measures.get('white')?.values).toEqual([50, 50.1, 50.2])
  expect(queenish.measures.get('draws')?.values).toEqual([12, 12, 9])
  expect(withOptions(atlas.measures, 2).own).toEqual([])
  expect(withOptions(atlas.measures, 3).measures.get('white')?.values[0]).toBe(40)
})

test('measures without a name on the page are not offered', () => {
  const { measures } = withOptions(atlas.measures, 0)
  expect(known(measures).map((m) => m.name)).toEqual(['white', 'draws', 'checkmate'])
  expect(grouped(measures).map((g) => g.measures.length)).toEqual([2, 1])
})

test('values have their errors and units', () => {
  expect(valueOf(atlas.measures.get('white')!, 0)).toBe('52.3\u00a0±\u00a01.6\u00a0%')
  expect(valueOf(atlas.measures.get('draws')!, 2)).toBe('9\u00a0%')
  expect(typicalError(atlas.measures)).toBe('1.7 percentage points')
})

test('rankings are sorted by measures and letters', () => {
  expect(orders('white', true)).toEqual(['qk', 'kq', 'pb', 'rk'])
  expect(orders('white', false)).toEqual(['pb', 'kq', 'qk', 'rk'])
  expect(orders('draws', true)).toEqual(['pb', 'kq', 'qk', 'rk'])
  expect(orders('ranking', false)).toEqual(['kq', 'pb', 'qk', 'rk'])
  expect(orders('unknown', true)).toEqual(['pb', 'kq', 'qk', 'rk'])
  expect(sorted(entries, undefined, atlas.index, atlas.measures)).toBe(entries)
})

test('a second click on a column reverses its order', () => {
  expect(clicked(undefined, 'white')).toEqual({ by: 'white', down: true })
  expect(clicked({ by: 'white', down: true }, 'white')).toEqual({ by: 'white', down: false })
  expect(clicked({ by: 'white', down: true }, 'ranking')).toEqual({ by: 'ranking', down: false })
})
