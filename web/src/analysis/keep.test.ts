import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { StudyKeeper } from './keep.svelte'
import { packed } from './fixtures'
import type { KeepingStorage, StudyInfo } from './storage'
import type { Keeper, Listed } from './sync'

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('document', { visibilityState: 'visible', addEventListener: () => {} })
  vi.stubGlobal('addEventListener', () => {})
  vi.stubGlobal('navigator', {})
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Returns a keeper with one study that the server does not have yet, and what is done with it in turn. */
function keeping() {
  const done: string[] = []
  let change = () => {}
  const info: StudyInfo = {
    id: 'a',
    name: 'Mine',
    variant: 'shrink',
    title: '',
    created: 1,
    changed: 1,
    rev: 1,
    moves: 1,
  }
  const storage = {
    list: async () => [info],
    load: async () => ({ info, content: { id: 'a', packed: packed('e4'), at: [], flipped: false } }),
    mark: async (_: string, kept: StudyInfo['kept']) => void (info.kept = kept),
    drop: async (id: string) => void done.push('drop ' + id),
    gone: () => [],
    listen: (f: () => void) => ((change = f), () => {}),
  } as unknown as KeepingStorage
  let list = async (): Promise<Listed[]> => []
  const server = { list: () => list(), save: async () => (done.push('save'), 'v1') } as unknown as Keeper
  return {
    keeper: new StudyKeeper(storage, server),
    info,
    done,
    change: () => change(),
    lists: (f: typeof list) => (list = f),
  }
}

test('sends what is left before signing out, and removes it afterwards', async () => {
  const k = keeping()
  await k.keeper.leave('ann', async () => k.done.push('sign out'))
  expect(k.done).toEqual(['save', 'sign out', 'drop a'])
})

test('keeps everything if signing out fails', async () => {
  const k = keeping()
  await expect(k.keeper.leave('ann', () => Promise.reject(new Error('offline')))).rejects.toThrow('offline')
  expect(k.done).toEqual(['save'])
})

test('sends soon what is changed during a pass', async () => {
  const k = keeping()
  let passes = 0
  let answer: (all: Listed[]) => void = () => {}
  k.lists(() => new Promise((done) => (passes++, (answer = done))))
  k.keeper.start('ann')
  await vi.advanceTimersByTimeAsync(1)
  k.change()
  answer([])
  await vi.advanceTimersByTimeAsync(3100)
  expect(passes).toBe(2)
})
