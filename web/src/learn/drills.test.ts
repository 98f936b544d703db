import { beforeEach, expect, test, vi } from 'vitest'
import { puzzle, settled, solving } from '../puzzle/fixtures'
import { Drills } from './drills.svelte'

beforeEach(() => {
  const kept: Record<string, string> = {}
  vi.stubGlobal('localStorage', {
    getItem: (k: string) => kept[k] ?? null,
    setItem: (k: string, v: string) => (kept[k] = v),
  })
})

/** Twenty mates, of which every other gives check by a collapse; the harder the higher the number. */
const list = Array.from({ length: 20 }, (_, i) =>
  puzzle(`p${10 + i}`, {
    rating: 500 + i,
    moves: ['a1a2'],
    themes: ['mate-in-1', ...(i % 2 ? ['collapse-check'] : [])],
  }),
)
async function opened(from = list) {
  const d = new Drills('shrink', solving)
  await d.open(async () => from)
  await settled()
  return d
}

test('the easiest of each theme are chosen, proved ones, none twice, and always the same', async () => {
  const d = await opened([...list].reverse())
  expect(d.list.map((x) => [x.theme, x.puzzle.id])).toEqual([
    ['mate-in-1', 'p10'],
    ['mate-in-1', 'p12'],
    ['collapse-check', 'p11'],
    ['collapse-check', 'p13'],
    ['collapse-check', 'p15'],
  ])
  const guessed = await opened(list.map((p) => ({ ...p, proof: 'search' as const })))
  expect([guessed.list, guessed.solve]).toEqual([[], undefined])
})

test('drills go from plain to strange', async () => {
  const odd = puzzle('odd', {
    rating: 400,
    moves: ['a1a2'],
    themes: ['mate-in-1', 'collapse-promotes', 'opponents-pawn'],
  })
  const own = puzzle('own', { rating: 900, moves: ['a1a2'], themes: ['mate-in-1', 'collapse-promotes'] })
  const d = await opened([odd, own, ...list])
  expect(d.list.slice(0, 2).map((x) => x.puzzle.id)).toEqual(['p10', 'p12'])
  expect(d.list.slice(-2).map((x) => [x.theme, x.puzzle.id])).toEqual([
    ['collapse-promotes', 'own'],
    ['collapse-promotes', 'odd'],
  ])
})

test('one that is solved is done, also after a wrong move; with help it is not; all of that is kept', async () => {
  const d = await opened()
  await d.solve!.play('a1a3')
  await d.solve!.retry()
  await d.solve!.play('a1a2')
  d.show(1)
  await settled()
  await d.solve!.show()
  expect(d.progress).toEqual(['done', 'seen', '', '', ''])
  const again = await opened()
  expect([again.progress, again.at]).toEqual([['done', 'seen', '', '', ''], 2])
  for (let i = 1; i < 5; i++) {
    again.show(i)
    await settled()
    await again.solve!.play('a1a2')
  }
  again.show(5)
  expect([again.now, again.solve, (await opened()).at]).toEqual([undefined, undefined, 5])
})
