import { expect, test, vi } from 'vitest'
import { pack } from './packs'

test('puzzles that rest are left out, and the server is not asked each time', async () => {
  const kept = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (k: string) => kept.get(k) ?? null,
    setItem: (k: string, v: string) => kept.set(k, v),
    removeItem: (k: string) => kept.delete(k),
  })
  const line = (id: string) =>
    [id, 'shrink', 'K/k w - - 0 1', 'a1a2', 'mate', 'exhaustive', '900', 'mate-in-1'].join('\t')
  const ask = vi.fn(async () => ['one', 'two'].map(line).join('\n'))
  const idle = vi.fn(async () => [{ variant: 'shrink', idle: ['one'] }])
  for (let i = 0; i < 2; i++) expect((await pack('shrink', ask, idle)).map((p) => p.id)).toEqual(['two'])
  expect([ask.mock.calls.length, idle.mock.calls.length]).toEqual([1, 1])
  vi.unstubAllGlobals()
})
