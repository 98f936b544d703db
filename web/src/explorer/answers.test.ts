import { beforeEach, describe, expect, it, vi } from 'vitest'
import { ask, fetchAnswer, cached } from './answers'

describe('answers of the explorer', () => {
  let asked: string[] = []
  beforeEach(() => {
    asked = []
    vi.stubGlobal('fetch', async (path: string) => {
      asked.push(path)
      return new Response(JSON.stringify({ fen: new URL(path, 'http://wane.example').searchParams.get('fen') }))
    })
  })

  it('are cached for a while', async () => {
    expect(cached('chess', 'a', 'all', 0)).toBeUndefined()
    expect((await fetchAnswer('chess', 'a', 'all', 1000)).fen).toBe('a')
    expect(cached('chess', 'a', 'all', 2000)?.fen).toBe('a')
    expect(cached('chess', 'a', 'server', 2000)).toBeUndefined()
    expect(cached('shrink', 'a', 'all', 2000)).toBeUndefined()
    expect(cached('chess', 'a', 'all', 100_000)).toBeUndefined()
    expect(asked).toEqual(['/api/explorer?variant=chess&fen=a&source=all'])
  })

  it('have a limit', async () => {
    for (let i = 0; i < 250; i++) await fetchAnswer('chess', `b${i}`, 'all', 0)
    expect(cached('chess', 'b0', 'all', 1)).toBeUndefined()
    expect(cached('chess', 'b249', 'all', 1)?.fen).toBe('b249')
  })

  it('are asked for where the user stays, and not again', async () => {
    vi.useFakeTimers()
    const [left, here] = [new AbortController(), new AbortController().signal]
    const late = expect(ask(left.signal, 'chess', 'c1', 'all')).rejects.toThrow('abort')
    await vi.advanceTimersByTimeAsync(100)
    left.abort()
    const stays = ask(here, 'chess', 'c2', 'all')
    await vi.advanceTimersByTimeAsync(1000)
    expect((await stays).fen).toBe('c2')
    expect((await ask(here, 'chess', 'c2', 'all')).fen).toBe('c2')
    expect(asked).toEqual(['/api/explorer?variant=chess&fen=c2&source=all'])
    await late
    vi.useRealTimers()
  })
})
