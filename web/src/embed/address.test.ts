import { describe, expect, it } from 'vitest'
import { parseAddress } from './address'

const of = (address: string) => {
  const url = new URL(address, 'http://wane.example')
  return parseAddress(url.pathname, url.searchParams)
}

describe('the address of an embedded board', () => {
  it('names a game', () => {
    expect(of('/embed/game/abc123')).toEqual({
      game: true,
      source: '/api/games/abc123/replay',
      home: '/game/abc123',
      flipped: false,
      autoplay: false,
      ply: undefined,
    })
  })
  it('names a line', () => {
    const request = of('/embed/diminuendo:pbnrqk+qk?fen=2k/1R1/K2 w - - 0 1&moves=b2c2_b3a3&theme=dark')!
    expect(request.source).toBe(
      '/api/replay?variant=diminuendo%3Apbnrqk%2Bqk&fen=2k/1R1/K2%20w%20-%20-%200%201&moves=b2c2_b3a3',
    )
    expect(request.home).toBe('/analysis/diminuendo:pbnrqk+qk?fen=2k/1R1/K2%20w%20-%20-%200%201&moves=b2c2_b3a3')
    expect(of('/embed/shrink')!.source).toBe('/api/replay?variant=shrink')
    expect(of('/embed/shrink')!.home).toBe('/analysis/shrink')
  })
  it('says how to show it', () => {
    expect(of('/embed/shrink?flip=1&ply=12&autoplay=true')).toMatchObject({ flipped: true, ply: 12, autoplay: true })
    expect(of('/embed/shrink?flip=0&ply=-3&autoplay=')).toMatchObject({
      flipped: false,
      ply: undefined,
      autoplay: false,
    })
    expect(of('/embed/shrink?flip=false&ply=x')).toMatchObject({ flipped: false, ply: undefined })
  })
  it('may be none', () => {
    for (const path of ['/embed', '/embed/', '/embed/game/a/b', '/embed/game/a.b', '/game/abc'])
      expect(of(path)).toBe(null)
  })
})
