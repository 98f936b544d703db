import { expect, test } from 'vitest'
import { Load } from '../net/load.svelte'
import type { Profile } from '../net/types'
import { PlayerPage, resultsOf } from './player.svelte'

const score = (won: number, drawn: number, lost: number) => ({ won, drawn, lost })
const pool = (game: string, speed: 'blitz' | 'rapid', won: number) => ({
  game,
  speed,
  rating: 1500,
  deviation: 100,
  score: score(won, 0, 1),
  last: 0,
})
const ann: Profile = {
  name: 'Ann',
  account: true,
  role: 'player',
  created: 0,
  ratings: [pool('chess', 'blitz', 1), pool('chess', 'rapid', 3), pool('shrink', 'blitz', 1)],
  total: score(0, 0, 1),
  games: [{ game: 'chess', score: score(0, 0, 1), level: 2 }],
  openings: [],
  opponents: [],
  best: [],
  activity: [],
}

/** The page of a player, once all has come, with the addresses that were asked. */
async function pageOf(found: Profile) {
  const asked: unknown[] = []
  const answers: Record<string, unknown> = {
    '/players/{name}': found,
    '/players/{name}/ratings': [
      { game: 'chess', speed: 'blitz', points: [[1, 1500]] },
      { game: 'chess', speed: 'rapid', points: [[1, 1501]] },
    ],
    '/archive': { games: ['a game'] },
  }
  const ask = (_: string, path: string, given: { path?: unknown; query?: unknown }) => {
    asked.push([path, given.path ?? given.query])
    return Promise.resolve(answers[path])
  }
  const loads: Load<unknown>[] = []
  const begin = (question: () => Promise<unknown>) => {
    const l = new Load<unknown>(question as never, undefined)
    loads.push(l)
    return l
  }
  const page = new PlayerPage(() => 'ann', ask as never, begin as never)
  for (const l of loads) {
    l.start()
    await Promise.resolve()
    await Promise.resolve()
  }
  return { page, asked }
}

test('results of rated games count also where no game is public', () => {
  expect(resultsOf(ann)).toEqual([
    { game: 'chess', rated: score(4, 0, 2), public: score(0, 0, 1), level: 2 },
    { game: 'shrink', rated: score(1, 0, 1) },
  ])
  expect(resultsOf({ ratings: [], games: [] })).toEqual([])
})

test('shows the rating with the most games over time, until the user chooses', async () => {
  const { page, asked } = await pageOf(ann)
  expect(asked).toEqual([
    ['/players/{name}', { name: 'ann' }],
    ['/players/{name}/ratings', { name: 'Ann' }],
    ['/archive', { account: 'Ann', limit: 6 }],
  ])
  expect([page.pool, page.graph?.points]).toEqual([ann.ratings[1], [[1, 1501]]])
  page.choose(ann.ratings[2]!)
  expect([page.pool, page.graph]).toEqual([ann.ratings[2], undefined])
  expect(page.recent).toEqual(['a game'])
})

test('asks for the games of a level, and for nothing of a closed account', async () => {
  expect((await pageOf({ ...ann, name: 'computer-3', level: 3 })).asked.slice(1)).toEqual([
    ['/archive', { opponent: 'engine', level: 3, limit: 6 }],
  ])
  const { page, asked } = await pageOf({ ...ann, closed: true, ratings: [] })
  expect([asked.length, page.recent, page.pool]).toEqual([1, [], undefined])
})

test('knows what the user has changed', async () => {
  const { page } = await pageOf({ ...ann, followers: 2, about: 'from Oz', link: 'https://wane.example' })
  page.relate('follow', 1)
  expect([page.found?.relation, page.found?.followers, page.found?.about]).toEqual(['follow', 3, 'from Oz'])
  page.says({ about: 'from Kansas' })
  expect([page.found?.about, page.found?.link, page.found?.followers]).toEqual(['from Kansas', undefined, 3])
  page.says()
  expect(page.found?.about).toBeUndefined()
})

test('adds up the activity', async () => {
  const { page } = await pageOf({ ...ann, activity: [{ day: Date.now(), games: 3 }] })
  expect([page.activity.games, page.activity.busiest, page.activity.weeks.length]).toEqual([3, 3, 26])
  expect((await pageOf(ann)).page.activity).toEqual({ weeks: [], games: 0, busiest: 1 })
})
