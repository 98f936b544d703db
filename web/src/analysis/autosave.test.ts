import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Rules } from '../net/types'
import { packed, textOf } from './fixtures'
import { Autosave } from './autosave.svelte'
import { StorageError, type Content, type StudyInfo, type StudyStorage, type StorageProblem } from './storage'
import { Study } from './study.svelte'

/** Studies in memory that all tabs of a test share; each tab has a storage of its own. */
class SharedStore {
  all = new Map<string, { info: StudyInfo; content: Content }>()
  tabs: TabStorage[] = []
  fault: StorageProblem | null = null
  saves = 0
  tab() {
    const d = new TabStorage(this)
    this.tabs.push(d)
    return d
  }
}
class TabStorage implements StudyStorage {
  onchange: ((id: string, rev: number) => void) | undefined
  constructor(readonly c: SharedStore) {}
  #notify(id: string, rev: number) {
    for (const d of this.c.tabs) if (d !== this) d.onchange?.(id, rev)
  }
  async list() {
    return [...this.c.all.values()].map((x) => x.info)
  }
  async load(id: string) {
    return this.c.all.get(id) ?? null
  }
  async save(info: StudyInfo, content: Content) {
    await Promise.resolve()
    if (this.c.fault) throw new StorageError(this.c.fault)
    const there = this.c.all.get(info.id)?.info
    if (!there && info.rev > 0) throw new StorageError('deleted')
    if (there && there.rev !== info.rev) throw new StorageError('conflict')
    const next = { ...info, rev: info.rev + 1 }
    this.c.all.set(info.id, structuredClone({ info: next, content }))
    this.c.saves++
    this.#notify(next.id, next.rev)
    return next
  }
  async rename() {}
  async remove(id: string) {
    this.c.all.delete(id)
    this.#notify(id, 0)
  }
  listen(f: (id: string, rev: number) => void) {
    this.onchange = f
    return () => (this.onchange = undefined)
  }
}

const studyInfo = (id = 's1'): StudyInfo => ({
  id,
  name: 'Mine',
  variant: 'shrink',
  title: 'Shrink Chess',
  created: 1,
  changed: 1,
  rev: 0,
  moves: 0,
})
const sharedStore = () => new SharedStore()
function open(c: SharedStore, text = 'a b', k = studyInfo(), on = {}) {
  const study = new Study(packed(text), () => ({}) as Rules)
  const tab = c.tab()
  const autosave = new Autosave(study, tab, k, on, () => 1000)
  const edit = (move: string) => {
    study.tree.play(move, move)
    autosave.check()
  }
  return { study, autosave, edit, tab }
}
const stored = (c: SharedStore, id = 's1') => {
  const found = c.all.get(id)
  if (!found) return null
  const study = new Study(found.content.packed, () => ({}) as Rules)
  return textOf(study.tree.game())
}
const soon = () => vi.advanceTimersByTimeAsync(700)

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('autosave', () => {
  it('saves nothing until something is changed', async () => {
    const c = sharedStore()
    const { autosave, study } = open(c)
    study.tree.forward()
    autosave.check()
    await soon()
    expect([c.saves, autosave.unsaved]).toEqual([0, false])
  })
  it('saves a moment after the last of several edits, once', async () => {
    const c = sharedStore()
    const firstSaved = vi.fn()
    const { edit, autosave } = open(c, 'a b', studyInfo(), { firstSaved })
    edit('x')
    edit('y')
    expect([c.saves, autosave.unsaved]).toEqual([0, true])
    await soon()
    expect(c.saves).toBe(1)
    expect(stored(c)).toBe('a (x y) b')
    expect(autosave.info).toMatchObject({ rev: 1, moves: 2, changed: 1000 })
    expect(autosave.unsaved).toBe(false)
    edit('z')
    await soon()
    expect(c.all.get('s1')!.content.at).toEqual([1, 0, 0])
    expect(firstSaved).toHaveBeenCalledTimes(1)
  })

  it('saves when it is closed, and does not call a page that is gone', async () => {
    const c = sharedStore()
    const firstSaved = vi.fn()
    const { edit, autosave } = open(c, 'a b', studyInfo(), { firstSaved })
    edit('x')
    autosave.close()
    await vi.runAllTimersAsync()
    expect(c.saves).toBe(1)
    expect(firstSaved).not.toHaveBeenCalled()
  })
  it('saves what is done while it saves', async () => {
    const c = sharedStore()
    const { edit, autosave } = open(c)
    edit('x')
    const saving = autosave.flush()
    edit('y')
    autosave.rename('Hers')
    await saving
    expect(autosave.unsaved).toBe(true)
    await soon()
    expect(stored(c)).toBe('a (x y) b')
    expect(c.all.get('s1')!.info.name).toBe('Hers')
  })
  it('saves once, however often it is asked to', async () => {
    const c = sharedStore()
    const { edit, autosave } = open(c)
    edit('x')
    await Promise.all([autosave.flush(), autosave.flush(), soon()])
    expect([c.saves, autosave.problem]).toEqual([1, null])
  })
  it('saves at once when it is closed', async () => {
    const c = sharedStore()
    const { edit, autosave } = open(c)
    edit('x')
    autosave.close()
    await vi.advanceTimersByTimeAsync(0)
    expect(stored(c)).toBe('a (x) b')
  })
  it.each<StorageProblem>(['blocked', 'full', 'failed'])(
    'reports the problem (%s), loses nothing, and can retry',
    async (fault) => {
      const c = sharedStore()
      const { edit, autosave } = open(c)
      c.fault = fault
      edit('x')
      await soon()
      expect([autosave.problem, autosave.unsaved, c.saves]).toEqual([fault, true, 0])
      edit('y')
      c.fault = null
      await autosave.retry()
      expect([autosave.problem, autosave.unsaved]).toEqual([null, false])
      expect(stored(c)).toBe('a (x y) b')
    },
  )
})

describe('two tabs', () => {
  async function two() {
    const c = sharedStore()
    const one = open(c)
    one.edit('x')
    await soon()
    const found = c.all.get('s1')!
    const other = open(c, 'a (x) b', found.info)
    return { c, one, other }
  }
  it('follow each other while nothing is unsaved', async () => {
    const { c, one, other } = await two()
    other.edit('y')
    await soon()
    expect(textOf(one.study.tree.game())).toBe('a (x) (y) b')
    expect(one.autosave.info.rev).toBe(2)
    one.edit('z')
    await soon()
    expect(stored(c)).toBe(textOf(one.study.tree.game()))
    expect(textOf(other.study.tree.game())).toBe(stored(c))
  })
  it('never overwrite each other', async () => {
    const { c, one, other } = await two()
    one.edit('y')
    other.edit('z')
    await one.autosave.flush()
    await vi.advanceTimersByTimeAsync(0)
    expect(other.autosave.problem).toBe('conflict')
    await soon()
    other.edit('w')
    await soon()
    expect(stored(c)).toBe('a (x y) b')
    expect(other.autosave.unsaved).toBe(true)
  })
  it('are found even if neither knows the other', async () => {
    const { c, one, other } = await two()
    other.tab.onchange = undefined // as where there is no BroadcastChannel
    one.edit('y')
    await soon()
    other.edit('z')
    await soon()
    expect(other.autosave.problem).toBe('conflict')
    expect(stored(c)).toBe('a (x y) b')
  })
  it('let one take the other’s version, or keep its own as a copy', async () => {
    for (const way of ['reload', 'copy'] as const) {
      const { c, one, other } = await two()
      one.edit('y')
      other.edit('z')
      await one.autosave.flush()
      await vi.advanceTimersByTimeAsync(0)
      await (way === 'reload' ? other.autosave.reload() : other.autosave.copy('s2', 'Copy'))
      expect([other.autosave.problem, other.autosave.unsaved]).toEqual([null, false])
      expect(textOf(other.study.tree.game())).toBe(way === 'reload' ? 'a (x y) b' : 'a (x) (z) b')
      expect(stored(c)).toBe('a (x y) b')
      expect(stored(c, 's2')).toBe(way === 'reload' ? null : 'a (x) (z) b')
    }
  })
  it('keep what was deleted elsewhere, if it is worked on', async () => {
    const { c, one, other } = await two()
    await one.tab.remove('s1')
    await vi.advanceTimersByTimeAsync(0)
    expect(other.autosave.problem).toBeNull()
    other.edit('q')
    await soon()
    expect(stored(c)).toBe('a (x) (q) b')
    const third = await two()
    third.other.edit('z')
    await third.one.tab.remove('s1')
    await vi.advanceTimersByTimeAsync(0)
    expect(third.other.autosave.problem).toBe('deleted')
    third.other.autosave.info.owner = 'ann'
    await third.other.autosave.copy('s3', 'Again')
    expect(third.c.all.get('s3')!.info.owner).toBeUndefined() // it is the user's who copies, as the storage notes
    expect(stored(third.c, 's3')).toBe('a (x) (z) b')
  })
})
