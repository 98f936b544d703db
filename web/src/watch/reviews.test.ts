import { describe, expect, it } from 'vitest'
import { ApiError } from '../lib/api'
import type { ReviewedGame, ReviewedGames } from '../lib/types'
import { Reviews } from './reviews.svelte'

const game = (id: string) => ({ game: { id } }) as ReviewedGame
const page = (next: string, ...ids: string[]): ReviewedGames => ({ games: ids.map(game), next })

describe('the list of reviewed games', () => {
  it('grows by pages, in which no game comes twice', async () => {
    const asked: (string | undefined)[] = []
    const pages = [page('second', 'a', 'b'), page('', 'b', 'c')]
    const list = new Reviews((cursor) => (asked.push(cursor), Promise.resolve(pages[asked.length - 1]!)))
    expect(await list.load()).toBe(0)
    expect(await list.load()).toBe(2)
    expect(list.games.map((g) => g.game.id)).toEqual(['a', 'b', 'c'])
    await list.load()
    expect([asked, list.loaded, list.next]).toEqual([['', 'second'], true, ''])
  })
  it('keeps what it has after a failure, and tries again', async () => {
    let fail = true
    const list = new Reviews((cursor) =>
      fail && cursor ? Promise.reject(new ApiError(503, '', 'busy')) : Promise.resolve(cursor ? page('', 'b') : page('x', 'a')),
    )
    await list.load()
    await list.load()
    expect([list.failure?.status, list.games.length, list.busy]).toEqual([503, 1, false])
    fail = false
    await list.load()
    expect([list.failure, list.games.length]).toEqual([null, 2])
  })
})
