import { expect, test } from 'vitest'
import { find, terms, toggle } from './search'
import type { RankingList } from '../net/types'

const names: [string, string, string, string] = ['', '', '', '']
const c: RankingList = {
  traits: [
    'king first',
    'king last',
    'queen becomes pawn',
    'pawn becomes queen',
    "the inventor's",
    'queen can stand on z',
  ],
  rankings: [
    { order: 'kqrnbp', names, traits: [0, 4] },
    { order: 'pqrnbk', names, traits: [1, 3, 5] },
    { order: 'kqpbnr', names, traits: [0, 2] },
  ],
}
const orders = (query: string) => find(c, query).rankings.map((e) => e.order)

test('a search without terms finds all', () => {
  expect(orders('')).toHaveLength(3)
  expect(orders(' , ;')).toHaveLength(3)
})

test('terms match the beginnings of words of traits, in any case', () => {
  expect(orders('King FIRST')).toEqual(['kqrnbp', 'kqpbnr'])
  expect(orders('ki fi')).toEqual(['kqrnbp', 'kqpbnr'])
  expect(orders('inventor')).toEqual(['kqrnbp'])
  expect(orders('queen on z')).toEqual(['pqrnbk'])
})

test('the order of words matters if a trait has it', () => {
  expect(orders('queen becomes pawn')).toEqual(['kqpbnr'])
  expect(orders('pawn becomes queen')).toEqual(['pqrnbk'])
  expect(orders('first king')).toEqual(['kqrnbp', 'kqpbnr'])
})

test('all terms must match', () => {
  expect(orders('king first, queen becomes pawn')).toEqual(['kqpbnr'])
  expect(orders('king first; king last')).toEqual([])
})

test('letters stand for a part of the order', () => {
  expect(orders('qr')).toEqual(['kqrnbp', 'pqrnbk'])
  expect(orders('K Q P')).toEqual(['kqpbnr'])
  expect(orders('kqrnbp')).toEqual(['kqrnbp'])
})

test('terms in German match traits in German', () => {
  const german = {
    traits: ['König zuerst', 'König wird Läufer'],
    rankings: [{ order: 'kqrnbp', names: ['', '', '', ''], traits: [0] }],
  } satisfies RankingList
  expect(find(german, 'König zue').rankings).toHaveLength(1)
  expect(find(german, 'wird läufer')).toEqual({ rankings: [], unknown: [] })
})

test('unknown terms are listed', () => {
  expect(find(c, 'king first, dragon')).toEqual({ rankings: [], unknown: ['dragon'] })
  expect(find(c, '!?').unknown).toEqual(['!?'])
})

test('a term is added and removed', () => {
  expect(toggle('', 'King first')).toBe('king first')
  expect(toggle('king last', 'king first')).toBe('king last, king first')
  expect(toggle('King last, king first', 'king last')).toBe('king first')
  expect(terms('a,, b ;c')).toEqual(['a', 'b', 'c'])
})
