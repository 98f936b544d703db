import { afterEach, beforeEach, expect, it, vi } from 'vitest'

function memory(): Storage {
  const kept = new Map<string, string>()
  return {
    getItem: (k: string) => kept.get(k) ?? null,
    setItem: (k: string, v: string) => void kept.set(k, v),
  } as Storage
}

const visit = async () => {
  vi.resetModules()
  return (await import('./choices.svelte')).choices
}

beforeEach(() => {
  vi.stubGlobal('localStorage', memory())
  vi.stubGlobal('sessionStorage', memory())
})
afterEach(() => vi.unstubAllGlobals())

it('is off with one line by default', async () => {
  const c = await visit()
  expect([c.on, c.lines]).toEqual([false, 1])
})
it('keeps the number of lines for later visits, and on or off for this one', async () => {
  const c = await visit()
  c.on = true
  c.lines = 4
  const again = await visit()
  expect([again.on, again.lines]).toEqual([true, 4])
  vi.stubGlobal('sessionStorage', memory())
  const next = await visit()
  expect([next.on, next.lines]).toEqual([false, 4])
})
it.each(['0', '6', '2.5', 'many', ''])('makes one line of %o', async (kept) => {
  localStorage.setItem('wane-engine-lines', kept)
  expect((await visit()).lines).toBe(1)
})
it('works without storage', async () => {
  vi.unstubAllGlobals()
  vi.stubGlobal('localStorage', undefined)
  vi.stubGlobal('sessionStorage', undefined)
  const c = await visit()
  c.lines = 3
  c.on = true
  expect([c.on, c.lines]).toEqual([true, 3])
})
