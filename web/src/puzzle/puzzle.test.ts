import { expect, test, vi } from 'vitest'
import { noteVariant } from '../rules/variant'
import { filterOf, wishOf } from './next'
import { Ladder, pick, pickNext } from './pick'
import { parsePack, solverColor, solverMoves, strangeness, wanted, type Puzzle } from './puzzle'
import { chooseVariant } from './stored'

const made = (id: string, rating: number, more: Partial<Puzzle> = {}): Puzzle => ({
  id,
  variant: 'shrink',
  fen: '8/8 w - - 0 1',
  moves: ['a1a2'],
  goal: 'mate',
  proof: 'exhaustive',
  rating,
  themes: ['mate-in-1'],
  ...more,
})

test('lists are read as package puzzle writes them', () => {
  const text =
    '# id\tvariant\tfen\tmoves\tgoal\tproof\trating\tthemes\n\nabc\tshrink\tK/k b - - 0 1\te6c4 a1a2 c4c3\tmate\texhaustive\t700\tmate-in-2 sacrifice\r\nbroken\tline\n'
  const list = parsePack(text)
  expect(list).toHaveLength(1)
  expect(list[0]).toMatchObject({
    id: 'abc',
    moves: ['e6c4', 'a1a2', 'c4c3'],
    goal: 'mate',
    rating: 700,
    themes: ['mate-in-2', 'sacrifice'],
  })
  expect(solverMoves(list[0]!)).toBe(2)
  expect(solverColor(list[0]!.fen)).toBe('black')
})

test('what a player wants', () => {
  const p = made('a', 800)
  expect(wanted(p, { variant: '', theme: '', goal: '' })).toBe(true)
  expect(wanted(p, { variant: 'shrink', theme: 'mate-in-1', goal: 'mate' })).toBe(true)
  expect(wanted(p, { variant: 'cheshire', theme: '', goal: '' })).toBe(false)
  expect(wanted(p, { variant: '', theme: 'parity', goal: '' })).toBe(false)
  expect(filterOf(new URLSearchParams('variant=nonsense&theme=parity&goal=x'))).toEqual({
    variant: '',
    theme: 'parity',
    goal: '',
  })
})

test('a page without a variant in its address has the one that was learned last, until one is chosen', () => {
  const kept: Record<string, string> = {}
  vi.stubGlobal('localStorage', {
    getItem: (k: string) => kept[k] ?? null,
    setItem: (k: string, v: string) => (kept[k] = v),
  })
  const wish = (query: string) => wishOf(new URLSearchParams(query)).variant
  expect(wish('')).toBe('shrink')
  noteVariant('cheshire')
  expect([wish('theme=parity'), wish('variant='), wish('variant=shrink')]).toEqual(['cheshire', '', 'shrink'])
  chooseVariant('')
  expect(wish('')).toBe('')
})

test('a puzzle near the rating that was not seen', () => {
  const list = Array.from({ length: 100 }, (_, i) => made(`p${i}`, 400 + 20 * i))
  const first = () => 0
  expect(pick(list, 1000, new Set(), first)!.rating).toBe(1000)
  expect(pick(list, 1000, new Set(['p30']), first)!.rating).not.toBe(1000)
  for (let i = 0; i < 50; i++) expect(Math.abs(pick(list, 1000, new Set())!.rating - 1000)).toBeLessThanOrEqual(120)
  expect(pick(list.slice(0, 1), 1000, new Set(['p0']))!.id).toBe('p0') // all have been seen
  expect(pick([], 1000, new Set())).toBeUndefined()
})

test('a newcomer begins with a mate in 1, and each puzzle solved lets the next be harder, up to the rating', () => {
  const list = Array.from({ length: 100 }, (_, i) =>
    made(`p${i}`, 400 + 20 * i, { themes: [i % 2 ? 'mate-in-1' : 'mate-in-2'] }),
  )
  const next = (rating?: number, solved?: number) =>
    pickNext(list, rating ? { rating, solved } : undefined, new Set(), () => 0)!
  expect(next()).toMatchObject({ rating: 500, themes: ['mate-in-1'] })
  expect([next(1000, 2).rating, next(1000, 9).rating, next(800, 3).rating]).toEqual([700, 1000, 800])
})

test('the first three puzzles of a newcomer have nothing that chess lacks', () => {
  const strange = ['mate-in-1', 'collapse-promotes', 'opponents-pawn']
  const list = [made('strange', 500, { themes: strange }), made('plain', 520, { themes: ['mate-in-1'] })]
  const next = (solved: number) => pickNext(list, { rating: 800, solved }, new Set(), () => 0)!.id
  expect([strangeness(list[0]!), strangeness(list[1]!)]).toEqual([2, 0])
  expect([next(0), next(2)]).toEqual(['plain', 'plain'])
  expect(pickNext([list[0]!], { rating: 500 }, new Set())!.id).toBe('strange') // better than none
  expect(
    pickNext(
      list.map((p) => ({ ...p, rating: p.id === 'plain' ? 400 : 790 })),
      { rating: 800, solved: 3 },
      new Set(),
      () => 0,
    )!.id,
  ).toBe('strange')
})

test('a ladder becomes harder and repeats nothing', () => {
  const list = Array.from({ length: 60 }, (_, i) =>
    made(`p${i}`, 400 + 20 * i, i % 2 ? {} : { moves: ['a', 'b', 'c', 'd', 'e'] }),
  )
  const ladder = new Ladder(list, 10, 2)
  const got: Puzzle[] = []
  for (let p = ladder.next(); p; p = ladder.next()) got.push(p)
  expect(got).toHaveLength(30) // the long ones are left out
  expect(new Set(got.map((p) => p.id)).size).toBe(30)
  expect(got[0]!.rating).toBeLessThan(got[9]!.rating)
})
