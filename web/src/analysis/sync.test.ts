import { describe, expect, it } from 'vitest'
import { ApiError } from '../net/api'
import { packed } from './fixtures'
import type { Content, Gone, Kept, KeepingStorage, StudyInfo } from './storage'
import { forgetStudies, syncStudies, type Keeper, type KeptContent, type Listed } from './sync'

/** The studies of one browser. */
class Browser implements KeepingStorage {
  all = new Map<string, { info: StudyInfo; content: Content }>()
  deleted: Gone[] = []
  list = async () => [...this.all.values()].map((s) => s.info)
  load = async (id: string) => structuredClone(this.all.get(id) ?? null)
  async save(info: StudyInfo, content: Content) {
    const next = { ...info, rev: info.rev + 1, kept: this.all.get(info.id)?.info.kept }
    this.all.set(info.id, structuredClone({ info: next, content }))
    return next
  }
  async rename(id: string, name: string) {
    const there = this.all.get(id)!
    this.all.set(id, { ...there, info: { ...there.info, name, rev: there.info.rev + 1 } })
  }
  async remove(id: string) {
    const kept = this.all.get(id)?.info.kept
    this.all.delete(id)
    if (kept) this.deleted.push({ id, account: kept.account, version: kept.version })
  }
  listen = () => () => {}
  async receive(info: StudyInfo, content: Content, rev: number) {
    if ((this.all.get(info.id)?.info.rev ?? 0) !== rev) return false
    this.all.set(
      info.id,
      structuredClone({ info: { ...info, rev: rev + 1, kept: info.kept && { ...info.kept, rev: rev + 1 } }, content }),
    )
    return true
  }
  async mark(id: string, kept: Kept) {
    const there = this.all.get(id)
    if (there) there.info = { ...there.info, kept }
  }
  async drop(id: string, rev: number) {
    if (this.all.get(id)?.info.rev === rev) this.all.delete(id)
  }
  gone = () => [...this.deleted]
  forget = (id: string) => void (this.deleted = this.deleted.filter((g) => g.id !== id))

  /** Edits a study, or makes one. */
  async edit(id: string, moves: string, name = 'Mine') {
    const info = this.all.get(id)?.info ?? {
      id,
      name,
      variant: 'shrink',
      title: 'Shrink Chess',
      created: 1,
      changed: 1,
      rev: 0,
      moves: 0,
    }
    await this.save(info, { id, packed: packed(moves), at: [], flipped: false })
  }
  /** Returns names and moves. */
  get shown() {
    return [...this.all.values()]
      .map(
        ({ info, content }) =>
          `${info.name}: ${content.packed.moves
            .map((m) => m.m ?? '')
            .join(' ')
            .trim()}`,
      )
      .sort()
  }
}

class Server implements Keeper {
  all = new Map<string, { info: Listed; content: KeptContent }>()
  requests = 0
  before: (() => Promise<void>) | undefined // runs once before the next save
  refuse = ''
  #version = 0
  list = async () => [...this.all.values()].map((s) => s.info)
  async load(id: string) {
    const found = this.all.get(id)
    if (!found) throw new ApiError(404, 'not-found', id)
    return structuredClone(found)
  }
  async save({ id, name, variant, title, created, changed, moves }: StudyInfo, content: KeptContent, instead: string) {
    this.requests++
    const first = this.before
    this.before = undefined
    await first?.()
    if (name === this.refuse) throw new ApiError(403, 'too-many', 'too many')
    if ((this.all.get(id)?.info.version ?? '') !== instead) throw new ApiError(412, 'conflict', id)
    const version = String(++this.#version)
    this.all.set(id, structuredClone({ info: { id, version, name, variant, title, created, changed, moves }, content }))
    return version
  }
  async remove(id: string, version: string) {
    this.requests++
    if (this.all.get(id)?.info.version !== version) throw new ApiError(412, 'conflict', id)
    this.all.delete(id)
  }
}

function world() {
  const server = new Server()
  const [a, b] = [new Browser(), new Browser()]
  const sync = (browser: Browser, account = 'ann') => syncStudies(browser, server, account, (name) => `${name} (copy)`)
  return { server, a, b, sync }
}

describe('syncStudies', () => {
  it('brings studies, changes and deletions to the other browser', async () => {
    const { server, a, b, sync } = world()
    await a.edit('one', 'e4')
    await sync(a)
    await sync(b)
    expect(b.shown).toEqual(['Mine: e4'])
    await b.edit('one', 'e4 e5')
    await sync(b)
    await sync(a)
    expect(a.shown).toEqual(['Mine: e4 e5'])
    await a.rename('one', 'Opening')
    await sync(a)
    await sync(b)
    expect(b.shown).toEqual(['Opening: e4 e5'])
    const { requests } = server
    await sync(a)
    await sync(b)
    expect(server.requests).toBe(requests) // nothing has changed
    await b.remove('one')
    await sync(b)
    await sync(a)
    expect([a.shown, b.shown, b.deleted, server.all.size]).toEqual([[], [], [], 0])
  })

  it('keeps both versions of a study that was changed in both', async () => {
    const { a, b, sync } = world()
    await a.edit('one', 'e4')
    await sync(a)
    await sync(b)
    await a.edit('one', 'e4 c5')
    await b.edit('one', 'e4 e6')
    await sync(a)
    expect((await sync(b)).conflicts).toEqual([{ name: 'Mine', copy: 'Mine (copy)' }])
    await sync(a)
    expect(a.shown).toEqual(['Mine (copy): e4 e6', 'Mine: e4 c5'])
    expect(b.shown).toEqual(a.shown)
    expect((await sync(a)).conflicts).toEqual([])
  })

  it('takes the same change in both for one', async () => {
    const { a, b, sync } = world()
    await a.edit('one', 'e4')
    await b.edit('one', 'e4')
    await sync(a)
    expect((await sync(b)).conflicts).toEqual([])
    expect(b.shown).toEqual(['Mine: e4'])
  })

  it('keeps what another device changes during a pass, and what is edited meanwhile', async () => {
    const { server, a, b, sync } = world()
    await a.edit('one', 'e4')
    await sync(a)
    await sync(b)
    await a.edit('one', 'e4 c5')
    server.before = async () => {
      await b.edit('one', 'e4 e6')
      await sync(b)
      await a.edit('one', 'e4 c5 Nf3')
    }
    await sync(a)
    expect(a.shown).toEqual(['Mine (copy): e4 c5 Nf3', 'Mine: e4 e6'])
    await sync(b)
    expect(b.shown).toEqual(a.shown)
  })

  it('brings back what was deleted here and changed there, or the reverse', async () => {
    const { a, b, sync } = world()
    for (const id of ['one', 'two']) await a.edit(id, 'e4', id)
    await sync(a)
    await sync(b)
    await a.remove('one')
    await b.edit('one', 'e4 e5')
    await a.edit('two', 'e4 d5')
    await b.remove('two')
    await sync(b)
    await sync(a)
    await sync(b)
    expect(a.shown).toEqual(['one: e4 e5', 'two: e4 d5'])
    expect(b.shown).toEqual(a.shown)
  })

  it('sends other studies if one is refused', async () => {
    const { server, a, sync } = world()
    await a.edit('one', 'e4', 'large')
    await a.edit('two', 'd4', 'small')
    server.refuse = 'large'
    expect((await sync(a)).refused).toBe(1)
    expect([...server.all.keys()]).toEqual(['two'])
    expect(a.shown).toHaveLength(2)
  })

  it('neither sends nor removes the studies of another account, nor running games', async () => {
    const { server, a, sync } = world()
    await a.edit('one', 'e4')
    await sync(a)
    server.all.clear()
    await a.edit('game', 'e4')
    a.all.get('game')!.info.opponent = { level: 1, seed: 1, color: 'white', fen: '', result: '*' }
    await sync(a, 'ben')
    expect([server.all.size, a.shown.length]).toEqual([0, 2])
  })

  it('sends what was made without a connection to its own account only, and that of a guest to the first', async () => {
    const { server, a, sync } = world()
    await a.edit('guest', 'e4', 'guest')
    await a.edit('one', 'd4', 'of Ann')
    a.all.get('one')!.info.owner = 'ann' // and she has signed out before it was sent
    await sync(a, 'ben')
    expect([...server.all.keys()]).toEqual(['guest'])
    await sync(a, 'ann')
    expect([...server.all.keys()].sort()).toEqual(['guest', 'one'])
    expect(a.shown).toHaveLength(2)
  })

  it('forgets in this browser what the account has', async () => {
    const { a, sync } = world()
    await a.edit('one', 'e4', 'kept')
    await a.edit('two', 'e4', 'changed')
    await sync(a)
    await a.edit('two', 'e4 e5')
    await a.edit('three', 'd4', 'new')
    await forgetStudies(a, 'ann')
    expect([a.shown, a.deleted]).toEqual([['changed: e4 e5', 'new: d4'], []])
  })
})
