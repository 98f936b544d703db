import { beforeEach, describe, expect, it, vi } from 'vitest'
import { answer, known } from './answers'

describe('answers of the explorer', () => {
  let asked: string[] = []
  beforeEach(() => {
    asked = []
    vi.stubGlobal('fetch', async (path: string) => {
      asked.push(path)
      return new Response(JSON.stringify({ fen: new URL(path, 'http://wane.example').searchParams.get('fen') }))
    })
  })

  it('are remembered for a while', async () => {
    expect(known('chess', 'a', 'all', 0)).toBeUndefined()
    expect((await answer('chess', 'a', 'all', 1000)).fen).toBe('a')
    expect(known('chess', 'a', 'all', 2000)?.fen).toBe('a')
    expect(known('chess', 'a', 'server', 2000)).toBeUndefined()
    expect(known('shrink', 'a', 'all', 2000)).toBeUndefined()
    expect(known('chess', 'a', 'all', 100_000)).toBeUndefined()
    expect(asked).toEqual(['/api/explorer?variant=chess&fen=a&source=all'])
  })

  it('are not kept without end', async () => {
    for (let i = 0; i < 250; i++) await answer('chess', `b${i}`, 'all', 0)
    expect(known('chess', 'b0', 'all', 1)).toBeUndefined()
    expect(known('chess', 'b249', 'all', 1)?.fen).toBe('b249')
  })
})
