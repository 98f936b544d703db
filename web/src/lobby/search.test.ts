import { describe, expect, test, vi } from 'vitest'
import { ApiError } from '../net/api'
import type { Search as Answer } from '../net/types'
import { Search } from './search.svelte'

const wanted = { variant: 'shrink', control: { base: 180_000, increment: 2000 } }

/** Returns a search whose requests get the answers in turn, and the games that it has found. */
function search(...answers: (Answer | Error)[]) {
  const found: string[] = []
  const server = {
    findOpponent: vi.fn(() => {
      const a = answers.shift()
      return a instanceof Error ? Promise.reject(a) : a ? Promise.resolve(a) : new Promise<Answer>(() => {})
    }),
    stopSearch: vi.fn(() => Promise.resolve<Answer>({})),
  }
  return {
    found,
    server,
    search: new Search(
      server,
      (game) => found.push(game),
      () => Promise.resolve(),
    ),
  }
}

describe('Search', () => {
  test('asks until there is a game', async () => {
    const s = search(
      { waiting: 'mine', level: 4 },
      new ApiError(0, 'offline', ''),
      { waiting: 'mine', level: 5 },
      { game: 'theirs' },
    )
    await s.search.start(wanted)
    expect(s.found).toEqual(['theirs'])
    expect(s.server.findOpponent).toHaveBeenCalledTimes(4)
    expect([s.search.wanted, s.search.level]).toEqual([undefined, 5])
  })
  test('ends with the server’s objection', async () => {
    const s = search(new ApiError(422, 'not-allowed', 'no'))
    await s.search.start(wanted)
    expect(s.search.failed).toBeInstanceOf(ApiError)
    expect([s.found, s.search.wanted]).toEqual([[], undefined])
  })
  test('ends when another page has ended it', async () => {
    const s = search({})
    await s.search.start(wanted)
    expect([s.found, s.search.wanted, s.search.failed]).toEqual([[], undefined, undefined])
  })
  test('is stopped, and ignores answers that come later', async () => {
    const s = search()
    let answer: (a: Answer) => void = () => {}
    s.server.findOpponent.mockReturnValue(new Promise((done) => (answer = done)))
    const running = s.search.start(wanted)
    await s.search.stop()
    answer({ game: 'late' })
    await running
    expect(s.found).toEqual([])
    expect(s.server.stopSearch).toHaveBeenCalledTimes(1)
    await s.search.stop()
    expect(s.server.stopSearch).toHaveBeenCalledTimes(1)
  })
  test('plays the game that was found while it was stopped', async () => {
    const s = search()
    void s.search.start(wanted)
    s.server.stopSearch.mockResolvedValue({ game: 'found' })
    expect(await s.search.stop()).toBe(true)
    expect(s.found).toEqual(['found'])
    expect(await s.search.stop()).toBe(false)
  })
})
