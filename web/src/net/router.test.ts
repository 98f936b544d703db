import { expect, it, vi } from 'vitest'

vi.stubGlobal('location', { pathname: '/', search: '' })
const { reloads, renewal } = await import('./router.svelte')

it.each([
  ['/', '/rules/shrink', true],
  ['/game/abc', '/', true],
  ['/analysis/shrink', '/editor/shrink', true],
  ['/', '/', false],
  ['/rules/shrink', '/rules/cheshire', false],
  ['/editor/shrink', '/editor/chess', false], // the draft and its history go along
  ['/', '/game/abc', false], // its clock may run
  ['/game/abc', '/game/def', false],
])('from %s to %s a due load is %s', (from, to, want) => {
  expect(reloads(from, to)).toBe(false)
  renewal.due = true
  expect(reloads(from, to)).toBe(want)
  renewal.due = false
})
