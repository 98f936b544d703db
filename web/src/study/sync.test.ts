import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiError } from '../net/api'
import type { Rules } from '../net/types'
import { TestServer } from './fixtures'
import { Replica, type Pending, type StoredStudy } from './replica'
import type { Rejected, SharedStorage } from './storage'
import { Sync, type SyncOptions } from './sync.svelte'
import type { StudyCommand, StudyCursor, StudyEvent, StudyNews } from './types'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A storage that a later page finds, too. */
class TestStorage implements SharedStorage {
  study: StoredStudy | null = null
  changes = new Map<number, Pending | Rejected>()
  load() {
    const all = [...this.changes.values()]
    return Promise.resolve({
      study: this.study,
      pending: all.filter((c) => !('why' in c)),
      rejected: all.filter((c): c is Rejected => 'why' in c),
    })
  }
  save(study: StoredStudy) {
    this.study = structuredClone(study)
    return Promise.resolve()
  }
  put(_: string, __: string, changes: readonly (Pending | Rejected)[]) {
    for (const c of changes) this.changes.set(c.key, structuredClone(c))
    return Promise.resolve()
  }
  drop(_: string, keys: readonly number[]) {
    for (const key of keys) this.changes.delete(key)
    return Promise.resolve()
  }
  forgetAll() {
    this.study = null
    return Promise.resolve()
  }
  forget() {
    this.study = null
    return Promise.resolve()
  }
}

/** The way to a server, which can be cut. */
class Network {
  online = true
  /** The answer to the next commands gets lost. */
  lose = false
  requests: StudyCommand[][] = []
  paths: string[] = []
  here: StudyCursor[] = []
  fault: ApiError | null = null
  #waiting: (() => void)[] = []

  constructor(
    readonly server: TestServer,
    readonly me: number,
  ) {}
  #reach(): void {
    if (!this.online) throw new ApiError(0, 'offline', 'no network')
    if (this.fault) throw this.fault
  }
  get = () => {
    this.#reach()
    return Promise.resolve(this.server.study(this.me))
  }
  import = () => Promise.reject(new Error('not here'))
  commands = (_: string, since: number, commands: StudyCommand[]) => {
    if (!this.online) return Promise.reject(new ApiError(0, 'offline', 'no network'))
    if (this.fault) return Promise.reject(this.fault)
    this.requests.push(structuredClone(commands))
    const answer = this.server.command(this.me, since, commands)
    if (!this.lose) return Promise.resolve(answer)
    this.lose = false
    return Promise.reject(new ApiError(0, 'offline', 'lost'))
  }
  events: SyncOptions['api']['events'] = (_, l, signal) => {
    this.paths.push(l.path)
    const version = JSON.stringify(this.here)
    return new Promise<StudyNews>((resolve, reject) => {
      const look = () => {
        if (!this.online) return reject(new ApiError(0, 'offline', 'no network'))
        if (this.fault) return reject(this.fault)
        const now = JSON.stringify(this.here)
        if (this.server.seq > l.since || (now !== l.known && now !== '[]'))
          resolve({ ...this.server.news(l.since, this.me), here: { version: now, list: this.here } })
        else this.#waiting.push(look)
      }
      signal?.addEventListener('abort', () => reject(new ApiError(0, 'offline', `aborted ${version}`)))
      look()
    })
  }
  /** Answers the looks that wait. */
  async tick(ms = 0): Promise<void> {
    this.#waiting.splice(0).forEach((look) => look())
    await vi.advanceTimersByTimeAsync(ms)
  }
}

const noRules = () => ({}) as Rules
function page(
  net: Network,
  storage = new TestStorage(),
  replica = new Replica(net.server.study(net.me)),
  more: Partial<SyncOptions> = {},
) {
  const sync = new Sync({
    replica,
    chapter: 'one',
    tab: `tab${net.me}`,
    account: 'x',
    api: net,
    storage,
    rules: noRules,
    ...more,
  })
  void sync.follow()
  return {
    net,
    sync,
    storage,
    play: (...moves: string[]) => moves.forEach((m) => (sync.study.tree.play(m, m.toUpperCase()), sync.note())),
    line: () =>
      sync.study.tree
        .mainLine()
        .map((m) => m.move)
        .join(' '),
  }
}
const pair = () => {
  const server = new TestServer()
  return { server, anna: page(new Network(server, 1)), ben: page(new Network(server, 2)) }
}
const second = 1000

describe('two pages', () => {
  it('show each other’s moves within a second', async () => {
    const { anna, ben } = pair()
    anna.play('a', 'b')
    await anna.net.tick(100)
    await ben.net.tick(100)
    expect(ben.line()).toBe('a b')
    expect(anna.sync.waiting).toBe(0)
    expect(anna.storage.changes.size).toBe(0)
  })

  it('come together after one was offline', async () => {
    const { anna, ben, server } = pair()
    anna.net.online = false
    await anna.net.tick()
    anna.play('a')
    anna.sync.study.tree.setComment('after', 'from the train')
    anna.sync.note()
    await anna.net.tick(3 * second)
    expect(anna.sync.link).toBe('offline')
    expect(anna.sync.waiting).toBe(2)
    ben.play('b')
    await ben.net.tick(second)
    anna.net.online = true
    anna.sync.retry()
    await anna.net.tick(second)
    await ben.net.tick(second)
    expect(anna.sync.link).toBe('live')
    expect(anna.sync.waiting).toBe(0)
    expect(ben.sync.study.tree.game()).toMatchObject({ root: { children: [{ move: 'b' }, { move: 'a' }] } })
    expect(server.root.children[1]!.note.comments).toEqual([{ by: 1, text: 'from the train' }])
  })

  it('try again by themselves, at growing intervals', async () => {
    const { anna, server } = pair()
    anna.net.online = false
    anna.play('a')
    await anna.net.tick(5 * second)
    anna.net.online = true
    await anna.net.tick(40 * second)
    expect(server.root.children[0]!.move).toBe('a')
  })

  it('send once more what had no answer', async () => {
    const { anna, server } = pair()
    anna.net.lose = true
    anna.play('a')
    await anna.net.tick(10 * second)
    expect(anna.net.requests).toHaveLength(2)
    expect(server.seq).toBe(1)
    expect(anna.sync.waiting).toBe(0)
  })
})

it('sends what is typed after a pause, as one change', async () => {
  const { anna } = pair()
  for (const text of ['a', 'ab', 'abc']) {
    anna.sync.study.tree.setComment('after', text)
    anna.sync.note()
    await anna.net.tick(100)
  }
  expect(anna.net.requests).toHaveLength(0)
  await anna.net.tick(second)
  expect(anna.net.requests.flat().map((c) => c.comment)).toEqual([{ was: '', text: 'abc' }])
})

it('sends what an earlier page could not', async () => {
  const server = new TestServer()
  const net = new Network(server, 1)
  net.online = false
  const storage = new TestStorage()
  const first = page(net, storage)
  first.play('a', 'b')
  await net.tick(second)
  first.sync.close()

  net.online = true
  const { study, pending } = await storage.load()
  const replica = new Replica(study!)
  replica.restore(pending)
  const later = page(net, storage, replica)
  expect(later.line()).toBe('a b')
  await net.tick(second)
  expect(server.root.children[0]!.children[0]!.move).toBe('b')
  expect(storage.changes.size).toBe(0)
})

it('keeps what the server rejects, and says why', async () => {
  const { anna, server } = pair()
  server.reject = (c) => (c.kind === 'comment' ? 'Please write it in a friendlier way.' : '')
  anna.play('a')
  anna.sync.study.tree.setComment('after', 'rude')
  anna.sync.note()
  await anna.net.tick(2 * second)
  expect(anna.sync.study.tree.here).toMatchObject({ move: 'a', after: '' })
  expect(anna.sync.outgoing.rejected).toMatchObject([
    { why: 'Please write it in a friendlier way.', command: { comment: { text: 'rude' } } },
  ])
  expect([...anna.storage.changes.values()]).toMatchObject([{ why: 'Please write it in a friendlier way.' }])
  anna.sync.outgoing.forget(anna.sync.outgoing.rejected[0]!)
  expect(anna.storage.changes.size).toBe(0)
})

it('finds the command that makes a request wrong', async () => {
  const { anna, server } = pair()
  const send = anna.net.commands
  anna.net.commands = (id, since, commands) =>
    commands.some((c) => c.moves?.includes('bad'))
      ? Promise.reject(new ApiError(422, 'invalid', 'Too long.'))
      : send(id, since, commands)
  anna.sync.change({ kind: 'line', chapter: 'one', path: [], moves: ['bad'] })
  anna.play('a')
  await anna.net.tick(second)
  expect(server.root.children.map((c) => c.move)).toEqual(['a'])
  expect(anna.sync.outgoing.rejected.map((r) => r.why)).toEqual(['Too long.'])
})

describe('a reader', () => {
  const reader = () => {
    const server = new TestServer()
    const study = server.study(2)
    const replica = new Replica({ ...study, mine: { number: 2, comment: true } })
    const p = page(new Network(server, 2), undefined, replica)
    p.net.events = () => new Promise(() => {})
    return { ...p, server }
  }
  it('tries moves that the others do not see', async () => {
    const { play, sync, net, line } = reader()
    play('a', 'b')
    await net.tick(second)
    expect(net.requests).toEqual([])
    expect(line()).toBe('a b')
    expect(sync.study.company!.local.size).toBe(2)
    sync.forgetTries()
    expect(line()).toBe('')
  })
  it('comments on the moves of the study', async () => {
    const { sync, net, server } = reader()
    sync.study.tree.setComment('after', 'nice')
    sync.note()
    await net.tick(2 * second)
    expect(server.root.note.comments).toEqual([{ by: 2, text: 'nice' }])
  })
})

describe('other pages', () => {
  it('are shown where they are, and followed', async () => {
    const chapters: string[] = []
    const net = new Network(new TestServer(), 1)
    const anna = page(net, undefined, undefined, { onchapter: (id) => chapters.push(id) })
    anna.play('a', 'b')
    await net.tick(second)
    net.here = [{ tab: 't', name: 'Ben', chapter: 'one', path: 'a' }]
    await net.tick(second)
    const at = anna.sync.study.tree.child(0, 'a')!
    expect(anna.sync.study.company!.standing).toEqual(new Map([[at, ['Ben']]]))
    anna.sync.following = 't'
    net.here = [{ tab: 't', name: 'Ben', chapter: 'one', path: 'a b x' }]
    anna.sync.study.tree.first()
    await net.tick(second)
    expect(anna.sync.study.tree.moves()).toEqual(['a', 'b'])
    net.here = [{ tab: 't', name: 'Ben', chapter: 'two', path: '' }]
    await net.tick(second)
    expect(chapters).toEqual(['two'])
  })
  it('hear where the user is', async () => {
    const { anna } = pair()
    anna.play('a')
    anna.sync.moved()
    anna.sync.moved()
    await anna.net.tick(second)
    expect(anna.net.paths.at(-1)).toBe('a')
    const n = anna.net.paths.length
    anna.sync.moved()
    await anna.net.tick(second)
    expect(anna.net.paths).toHaveLength(n)
  })
})

it('tells what others did, not what the user did', async () => {
  const server = new TestServer()
  const news: StudyEvent[] = []
  const anna = page(new Network(server, 1), undefined, undefined, { onnews: (events) => news.push(...events) })
  const ben = page(new Network(server, 2))
  anna.play('a')
  await anna.net.tick(second)
  await ben.net.tick(second)
  ben.play('b')
  await ben.net.tick(second)
  await anna.net.tick(second)
  expect(news.map((e) => [e.by, e.kind])).toEqual([[2, 'line']])
})

it('reads the study again after a reset, and keeps what it has not sent', async () => {
  const { anna, server } = pair()
  server.command(2, 0, [{ kind: 'line', base: 0, chapter: 'one', path: [], moves: ['x'] }])
  const events = anna.net.events
  let once = true
  anna.net.events = async (id, l, signal) => {
    const news = await events(id, l, signal)
    if (!once) return news
    once = false
    return { ...news, reset: true, events: [] }
  }
  anna.sync.moved()
  anna.net.lose = true
  anna.play('a')
  await anna.net.tick(10 * second)
  await anna.net.tick(10 * second)
  expect(anna.sync.study.tree.game().root.children.map((c) => c.move)).toEqual(['x', 'a'])
})

it('stops when the study is gone', async () => {
  const { anna } = pair()
  anna.net.fault = new ApiError(404, 'not-found', 'gone')
  await anna.net.tick(second)
  expect(anna.sync.link).toBe('gone')
})
