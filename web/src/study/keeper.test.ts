import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Rules } from '../lib/types'
import { packed, textOf } from './fixtures'
import { Keeper } from './keeper.svelte'
import { ShelfError, type Content, type Kept, type Shelf, type Trouble } from './shelf'
import { Study } from './study.svelte'

/** A shelf in memory that all tabs of a test share; each tab has a door of its own. */
class Cupboard {
  all = new Map<string, { kept: Kept; content: Content }>()
  doors: Door[] = []
  fault: Trouble | null = null
  saves = 0
  door() {
    const d = new Door(this)
    this.doors.push(d)
    return d
  }
}
class Door implements Shelf {
  hear: ((id: string, rev: number) => void) | undefined
  constructor(readonly c: Cupboard) {}
  #tell(id: string, rev: number) {
    for (const d of this.c.doors) if (d !== this) d.hear?.(id, rev)
  }
  async list() {
    return [...this.c.all.values()].map((x) => x.kept)
  }
  async load(id: string) {
    return this.c.all.get(id) ?? null
  }
  async save(kept: Kept, content: Content) {
    await Promise.resolve()
    if (this.c.fault) throw new ShelfError(this.c.fault)
    const there = this.c.all.get(kept.id)?.kept
    if (!there && kept.rev > 0) throw new ShelfError('gone')
    if (there && there.rev !== kept.rev) throw new ShelfError('other')
    const next = { ...kept, rev: kept.rev + 1 }
    this.c.all.set(kept.id, structuredClone({ kept: next, content }))
    this.c.saves++
    this.#tell(next.id, next.rev)
    return next
  }
  async rename() {}
  async remove(id: string) {
    this.c.all.delete(id)
    this.#tell(id, 0)
  }
  listen(f: (id: string, rev: number) => void) {
    this.hear = f
    return () => (this.hear = undefined)
  }
}

const kept = (id = 's1'): Kept => ({ id, name: 'Mine', variant: 'shrink', title: 'Shrink Chess', created: 1, changed: 1, rev: 0, moves: 0 })
const cupboard = () => new Cupboard()
function desk(c: Cupboard, text = 'a b', k = kept(), on = {}) {
  const study = new Study(packed(text), () => ({}) as Rules)
  const door = c.door()
  const keeper = new Keeper(study, door, k, on, () => 1000)
  const edit = (move: string) => {
    study.tree.play(move, move)
    keeper.changed()
  }
  return { study, keeper, edit, door }
}
const stored = (c: Cupboard, id = 's1') => {
  const found = c.all.get(id)
  if (!found) return null
  const study = new Study(found.content.packed, () => ({}) as Rules)
  return textOf(study.tree.game())
}
const soon = () => vi.advanceTimersByTimeAsync(700)

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('keeping', () => {
  it('saves nothing until something is changed', async () => {
    const c = cupboard()
    const { keeper, study } = desk(c)
    study.tree.forward()
    keeper.changed()
    await soon()
    expect([c.saves, keeper.unsaved]).toEqual([0, false])
  })
  it('saves a moment after the last of several edits, once', async () => {
    const c = cupboard()
    const first = vi.fn()
    const { edit, keeper } = desk(c, 'a b', kept(), { first })
    edit('x')
    edit('y')
    expect([c.saves, keeper.unsaved]).toEqual([0, true])
    await soon()
    expect(c.saves).toBe(1)
    expect(stored(c)).toBe('a (x y) b')
    expect(keeper.kept).toMatchObject({ rev: 1, moves: 4, changed: 1000 })
    expect(keeper.unsaved).toBe(false)
    edit('z')
    await soon()
    expect(c.all.get('s1')!.content.at).toEqual([1, 0, 0])
    expect(first).toHaveBeenCalledTimes(1)
  })
  it('saves what is done while it saves', async () => {
    const c = cupboard()
    const { edit, keeper } = desk(c)
    edit('x')
    const saving = keeper.flush()
    edit('y')
    keeper.rename('Hers')
    await saving
    expect(keeper.unsaved).toBe(true)
    await soon()
    expect(stored(c)).toBe('a (x y) b')
    expect(c.all.get('s1')!.kept.name).toBe('Hers')
  })
  it('saves once, however often it is asked to', async () => {
    const c = cupboard()
    const { edit, keeper } = desk(c)
    edit('x')
    await Promise.all([keeper.flush(), keeper.flush(), soon()])
    expect([c.saves, keeper.trouble]).toEqual([1, null])
  })
  it('saves at once when it is put away', async () => {
    const c = cupboard()
    const { edit, keeper } = desk(c)
    edit('x')
    keeper.close()
    await vi.advanceTimersByTimeAsync(0)
    expect(stored(c)).toBe('a (x) b')
  })
  it.each<Trouble>(['blocked', 'full', 'broken'])('tells of trouble (%s), loses nothing, and can try again', async (fault) => {
    const c = cupboard()
    const { edit, keeper } = desk(c)
    c.fault = fault
    edit('x')
    await soon()
    expect([keeper.trouble, keeper.unsaved, c.saves]).toEqual([fault, true, 0])
    edit('y')
    c.fault = null
    await keeper.again()
    expect([keeper.trouble, keeper.unsaved]).toEqual([null, false])
    expect(stored(c)).toBe('a (x y) b')
  })
})

describe('two tabs', () => {
  async function two() {
    const c = cupboard()
    const one = desk(c)
    one.edit('x')
    await soon()
    const found = c.all.get('s1')!
    const other = desk(c, 'a (x) b', found.kept)
    return { c, one, other }
  }
  it('follow each other while nothing is unsaved', async () => {
    const { c, one, other } = await two()
    other.edit('y')
    await soon()
    expect(textOf(one.study.tree.game())).toBe('a (x) (y) b')
    expect(one.keeper.kept.rev).toBe(2)
    one.edit('z')
    await soon()
    expect(stored(c)).toBe(textOf(one.study.tree.game()))
    expect(textOf(other.study.tree.game())).toBe(stored(c))
  })
  it('never overwrite each other', async () => {
    const { c, one, other } = await two()
    one.edit('y')
    other.edit('z')
    await one.keeper.flush()
    await vi.advanceTimersByTimeAsync(0)
    expect(other.keeper.trouble).toBe('other')
    await soon()
    other.edit('w')
    await soon()
    expect(stored(c)).toBe('a (x y) b')
    expect(other.keeper.unsaved).toBe(true)
  })
  it('are told even if neither knows the other', async () => {
    const { c, one, other } = await two()
    other.door.hear = undefined // as where there is no BroadcastChannel
    one.edit('y')
    await soon()
    other.edit('z')
    await soon()
    expect(other.keeper.trouble).toBe('other')
    expect(stored(c)).toBe('a (x y) b')
  })
  it('let one take the other’s version, or keep its own as a copy', async () => {
    for (const way of ['take', 'copy'] as const) {
      const { c, one, other } = await two()
      one.edit('y')
      other.edit('z')
      await one.keeper.flush()
      await vi.advanceTimersByTimeAsync(0)
      await (way === 'take' ? other.keeper.take() : other.keeper.copy('s2', 'Copy'))
      expect([other.keeper.trouble, other.keeper.unsaved]).toEqual([null, false])
      expect(textOf(other.study.tree.game())).toBe(way === 'take' ? 'a (x y) b' : 'a (x) (z) b')
      expect(stored(c)).toBe('a (x y) b')
      expect(stored(c, 's2')).toBe(way === 'take' ? null : 'a (x) (z) b')
    }
  })
  it('keep what was deleted elsewhere, if it is worked on', async () => {
    const { c, one, other } = await two()
    await one.door.remove('s1')
    await vi.advanceTimersByTimeAsync(0)
    expect(other.keeper.trouble).toBeNull()
    other.edit('q')
    await soon()
    expect(stored(c)).toBe('a (x) (q) b')
    const third = await two()
    third.other.edit('z')
    await third.one.door.remove('s1')
    await vi.advanceTimersByTimeAsync(0)
    expect(third.other.keeper.trouble).toBe('gone')
    await third.other.keeper.copy('s3', 'Again')
    expect(stored(third.c, 's3')).toBe('a (x) (z) b')
  })
})
