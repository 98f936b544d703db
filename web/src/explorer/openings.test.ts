import { beforeEach, describe, expect, it, vi } from 'vitest'
import { forgetOpenings, openingsOf } from './openings.svelte'

const line = (moves: string, fen = '') => ({ variant: 'chess', fen, moves: moves.split(' ').filter(Boolean) })

describe('the names of openings', () => {
  let asked: string[] = []
  let fail = false
  beforeEach(() => {
    asked = []
    fail = false
    forgetOpenings()
    vi.stubGlobal('fetch', async (path: string) => {
      asked.push(new URL(path, 'http://wane.example').search)
      if (fail) throw new Error('offline')
      return new Response(JSON.stringify({ openings: [1, 2, 3].map((ply) => ({ ply, name: `name ${ply}` })) }))
    })
  })
  const plies = (list: { ply: number }[]) => list.map((o) => o.ply)

  it('are asked for once, also for lines that an answer contains', async () => {
    const all = openingsOf(line('e2e4 c7c5 g1f3'))
    const part = openingsOf(line('e2e4 c7c5')) // before the answer has come
    expect(plies(await all)).toEqual([1, 2, 3])
    expect(plies(await part)).toEqual([1, 2])
    expect(plies(await openingsOf(line('')))).toEqual([])
    expect(asked).toEqual(['?variant=chess&moves=e2e4_c7c5_g1f3'])
    await openingsOf(line('e2e4 e7e5'))
    await openingsOf(line('e2e4', 'x'))
    expect(asked).toHaveLength(3)
  })

  it('are asked for with the moves of the game that follow', async () => {
    const game = ['e2e4', 'c7c5', 'g1f3', 'd7d6']
    expect(plies(await openingsOf(line('e2e4'), game))).toEqual([1])
    expect(plies(await openingsOf(line('e2e4 c7c5 g1f3'), game))).toEqual([1, 2, 3])
    await openingsOf(line('d2d4'), game)
    expect(asked).toEqual(['?variant=chess&moves=e2e4_c7c5_g1f3_d7d6', '?variant=chess&moves=d2d4'])
  })

  it('count the first 40 plies', async () => {
    const long = Array.from({ length: 50 }, (_, i) => `m${i}`)
    await openingsOf({ ...line(''), moves: long })
    await openingsOf({ ...line(''), moves: long.slice(0, 41) })
    expect(asked).toHaveLength(1)
    expect(asked[0]).toMatch(/m39$/)
  })

  it('are asked for again after a while, a change, or a failure', async () => {
    await openingsOf(line('e2e4'), [], 0)
    await openingsOf(line('e2e4'), [], 59_000)
    expect(asked).toHaveLength(1)
    await openingsOf(line('e2e4'), [], 61_000)
    forgetOpenings()
    fail = true
    await expect(openingsOf(line('e2e4'), [], 61_000)).rejects.toThrow()
    fail = false
    await openingsOf(line('e2e4'), [], 61_000)
    expect(asked).toHaveLength(4)
  })
})
