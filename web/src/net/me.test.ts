import { beforeEach, expect, it, vi } from 'vitest'
import type { Me } from './types'

const ann = { name: 'Ann', key: 'ann', role: 'player', created: 1 }
const me = { id: 'x', name: 'Ann', tag: '#a', account: ann } as unknown as Me
let stored: Map<string, string>

/** Loads the module in a page in which the server wrote something. */
async function load(said?: string) {
  vi.resetModules()
  vi.stubGlobal('document', {
    getElementById: (id: string) => (id === 'me' && said !== undefined ? { textContent: said } : null),
  })
  return (await import('./me.svelte')).user
}
beforeEach(() => {
  stored = new Map()
  vi.stubGlobal('localStorage', {
    getItem: (k: string) => stored.get(k) ?? null,
    setItem: (k: string, v: string) => stored.set(k, v),
    removeItem: (k: string) => stored.delete(k),
  })
})

it('knows the account that the server wrote, with empty storage', async () => {
  const user = await load(JSON.stringify(me))
  expect([user.account, user.me, user.known]).toEqual([ann, me, true])
  expect(JSON.parse(stored.get('wane-account')!)).toEqual(ann)
})
it('is a guest if the server wrote so, and the browser forgets the account', async () => {
  stored
    .set('wane-account', JSON.stringify(ann))
    .set('wane-challenges', '{}')
    .set('wane-push', 'Ann')
    .set('wane-settings', '{}')
  const user = await load('null')
  expect([user.account, user.me, user.known]).toEqual([undefined, undefined, true])
  expect([...stored.keys()]).toEqual(['wane-settings'])
})
it('is the account that the browser remembers in a page of the worker, or of no server', async () => {
  stored.set('wane-account', JSON.stringify(ann))
  const user = await load()
  expect([user.account, user.me, user.known]).toEqual([ann, undefined, false])
  user.forget()
  expect([user.account, stored.size]).toEqual([undefined, 0])
})
