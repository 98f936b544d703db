import { beforeEach, expect, test, vi } from 'vitest'
import type { AttemptReport } from '../puzzle/api'
import type { EngineAnswer } from '../net/types'
import type { Puzzle } from '../puzzle/puzzle'
import { history, settle, standing, tried } from './ratings'

const all = 3000 // attempts
const list = Array.from({ length: all }, (_, i): Puzzle => ({
  id: `abcdef${i}`,
  variant: i % 2 ? 'shrink' : 'chess',
  fen: '8/8/8/8/8/8/8/8 w - - 0 1',
  moves: ['e2e4'],
  goal: 'mate',
  proof: 'exhaustive',
  rating: 900,
  themes: ['mate-in-1'],
}))
vi.mock('../puzzle/packs', () => ({
  pack: (variant: string) => Promise.resolve(list.filter((p) => p.variant === variant)),
}))

let kept: Record<string, string>
beforeEach(() => {
  kept = {}
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept[key] ?? null,
    setItem: (key: string, text: string) => (kept[key] = text),
  })
})

const attempt = (i: number, more: Partial<AttemptReport> = {}): AttemptReport => ({
  id: `attempt-${i}`,
  puzzle: list[i]!.id,
  moves: i % 3 ? ['e2e4'] : ['e2e3'],
  helped: false,
  rated: true,
  ms: 1000,
  at: 1_700_000_000_000 + i,
  ...more,
})
const find = (id: string) => Promise.resolve(list.find((p) => p.id === id))
let rating = 800
/** Rates as if each puzzle changed the rating by ten. */
const ask = ({ attempt }: Record<string, unknown>): Promise<EngineAnswer> => {
  const of = (n: number) => ({ value: n * 1e6, deviation: 60e6, volatility: 0 })
  const before = rating
  rating += (attempt as { right: boolean }).right ? 10 : -10
  return Promise.resolve({ t: 'rated', rated: { before: of(before), after: of(rating) } } as unknown as EngineAnswer)
}

test('all attempts are kept, in little space', async () => {
  // Storing is what takes time: most are stored as if an earlier visit had done so.
  await settle([attempt(0), attempt(1)], find, ask)
  const [key, text] = Object.entries(kept)[0]!
  const stored = JSON.parse(text) as { tried: unknown[][] }
  const [wrong, right] = stored.tried as [unknown[], unknown[]]
  stored.tried = list.slice(0, -2).map((p, i) => [p.id, p.variant, i, ...(i % 3 ? right : wrong).slice(3)])
  kept[key] = JSON.stringify(stored)
  await settle([attempt(all - 2), attempt(all - 1, { helped: true })], find, ask)

  expect(tried()).toHaveLength(all)
  expect(kept[key]!.length).toBeLessThan(60 * all)
  expect(await standing('chess')).toMatchObject({ games: 1500, solved: 1000, rating: 810, deviation: 60 })
  expect(await standing('shrink')).toMatchObject({ games: 1499, strengths: [{ theme: 'mate-in-1', tried: 1500 }] })
  let before = 0
  const seen: string[] = []
  for (let next: number | undefined = 1; next; before = next ?? 0) {
    const shown = await history('chess', before)
    seen.push(...shown.attempts.map((a) => a.puzzle))
    next = shown.next
  }
  expect(seen).toEqual(list.filter((p) => p.variant === 'chess').map((p) => p.id).reverse()) // prettier-ignore

  // The first one is still known.
  expect(await settle([attempt(0, { id: 'again', moves: ['e2e4'] })], find, ask)).toMatchObject([
    { id: 'again', repeat: true, right: false, counted: true, before: { rating: 800 }, after: { rating: 790 } },
  ])
  expect(tried()).toHaveLength(all)
})

test('an attempt at a puzzle that the site lacks stays, but is not listed', async () => {
  await settle([attempt(0)], find, ask)
  const [key, text] = Object.entries(kept)[0]!
  kept[key] = text.replace('abcdef0', 'gone')
  expect(tried()).toEqual(['gone'])
  expect((await history('chess', 0)).attempts).toEqual([])
})
