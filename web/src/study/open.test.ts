import { expect, it } from 'vitest'
import { ApiError } from '../net/api'
import { TestServer } from './fixtures'
import { openStudy } from './open'
import { Replica, type Pending } from './replica'
import type { SharedStorage } from './storage'

const server = new TestServer()
server.command(1, 0, [{ kind: 'line', base: 0, chapter: 'one', path: [], moves: ['a'] }])
const unsent: Pending = {
  key: 5,
  command: { kind: 'line', base: 1, chapter: 'one', path: ['a'], moves: ['b'] },
  san: ['A', 'B'],
}
const none = () => Promise.resolve()
const storage = (kept: boolean): SharedStorage => ({
  load: () =>
    Promise.resolve({ study: kept ? new Replica(server.study(1)).stored() : null, pending: [unsent], rejected: [] }),
  save: none,
  put: none,
  drop: none,
  forget: none,
  forgetAll: none,
})
const fails = (status: number) => ({ get: () => Promise.reject(new ApiError(status, 'x', 'no')) })
const line = (r: Replica) => r.moves('one')!.children[0]!.children[0]?.move

it('opens a study with what was not sent', async () => {
  const { replica, chapter } = await openStudy('study', '', 'x', storage(false), {
    get: () => Promise.resolve(server.study(1)),
  })
  expect([chapter, line(replica)]).toEqual(['one', 'b'])
})
it('opens what the browser has kept if there is no network', async () => {
  const { replica } = await openStudy('study', 'one', 'x', storage(true), fails(0))
  expect(line(replica)).toBe('b')
  await expect(openStudy('study', 'one', 'x', storage(false), fails(0))).rejects.toMatchObject({ status: 0 })
})
it('does not open what the server does not show', async () => {
  await expect(openStudy('study', 'one', 'x', storage(true), fails(404))).rejects.toMatchObject({ status: 404 })
})
it('opens the first chapter if the wanted one is gone', async () => {
  const get = (_: string, chapter = '') =>
    chapter ? Promise.reject(new ApiError(404, 'x', 'no')) : Promise.resolve(server.study(1))
  expect((await openStudy('study', 'gone', 'x', storage(false), { get })).chapter).toBe('one')
})
