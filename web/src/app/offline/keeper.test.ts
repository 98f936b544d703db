import { beforeEach, describe, expect, it, vi } from 'vitest'
import { Keeper, strategyOf } from './keeper'

const origin = 'https://wane.example'
const files = ['/', '/theme.js', '/assets/app-1.js', '/assets/wane-1.wasm']

/** The caches of a browser. */
class Caches {
  all = new Map<string, Map<string, Response>>()
  async open(name: string) {
    const kept = this.all.get(name) ?? new Map<string, Response>()
    this.all.set(name, kept)
    return {
      put: async (path: string, r: Response) => void kept.set(path, r),
      match: async (path: string) => kept.get(path)?.clone(),
    } as unknown as Cache
  }
  keys = async () => [...this.all.keys()]
  delete = async (name: string) => this.all.delete(name)
  has = async (name: string) => this.all.has(name)
  match = async (path: RequestInfo | URL, o: MultiCacheQueryOptions = {}) =>
    [...this.all]
      .filter(([name]) => o.cacheName === undefined || name === o.cacheName)
      .map(([, c]) => c.get(String(path))?.clone())
      .find((r) => r)
  paths = (name: string) => [...(this.all.get(name)?.keys() ?? [])]
}

/** What the server answers, by path; a path without an answer is not found. */
let server: Record<string, string>
let network: (path: string, init?: RequestInit) => Promise<Response>
let asked: string[]
let open: number
let caches: Caches

beforeEach(() => {
  server = {
    '/': 'page 1',
    '/theme.js': 'theme 1',
    '/assets/app-1.js': 'app 1',
    '/assets/wane-1.wasm': 'rules 1',
    '/api/rankings': '{}',
    '/api/variants': '[{"name":"shrink"},{"name":"a+b"}]',
    '/api/variants/shrink': '{"title":"Shrink"}',
    '/api/variants/a%2Bb': '{}',
    '/api/learn/shrink': '{"games":[{"name":"first"}]}',
    '/api/learn/a%2Bb': '{}',
    '/api/learn/shrink/games/first': '{}',
    '/api/learn/shrink?lang=de': '{"games":[{"name":"first"}]}',
    '/api/learn/a%2Bb?lang=de': '{}',
    '/api/learn/shrink/games/first?lang=de': '{"de":1}',
  }
  asked = []
  open = 1
  caches = new Caches()
  network = async (path) => {
    const at = path === '/?shell' ? '/' : path
    return new Response(server[at] ?? 'none', { status: at in server ? 200 : 404 })
  }
})

const keeper = (version = '1', of = files) =>
  new Keeper(
    { version, files: of },
    {
      caches,
      pages: async () => open,
      fetch: (r, init) => {
        const { pathname, search } = new URL(typeof r === 'string' ? r : r.url, origin)
        asked.push(pathname + search)
        return network(pathname + search, init)
      },
    },
  )
const request = (path: string, mode = 'cors', method = 'GET') =>
  ({ url: new URL(path, origin).href, mode, method }) as Request
const text = async (k: Keeper, path: string, mode?: string) => (await k.answer(request(path, mode), origin)!).text()
const offline = () => (network = () => Promise.reject(new TypeError('no network')))

describe('strategyOf', () => {
  it.each([
    ['/assets/app-1.js', 'cors', 'file'],
    ['/assets/older.js', 'cors', 'file'],
    ['/theme.js', 'no-cors', 'file'],
    ['/other.js', 'no-cors', 'none'],
    ['/', 'navigate', 'page'],
    ['/game/x', 'navigate', 'page'],
    ['/docs', 'navigate', 'page'],
    ['/', 'cors', 'none'],
    ['/embed/shrink', 'navigate', 'none'],
    ['/api/openapi.json', 'navigate', 'none'],
    ['/api/variants', 'cors', 'answer'],
    ['/api/learn/shrink/games/first', 'cors', 'answer'],
    ['/api/rankings/kqrnbp', 'cors', 'answer'],
    ['/api/atlas', 'cors', 'answer'],
    ['/api/lobby', 'cors', 'none'],
    ['/api/me', 'cors', 'none'],
    ['/api/games/x', 'cors', 'none'],
    ['/api/explorer', 'cors', 'none'],
    ['/ws', 'websocket', 'none'],
    ['/api/puzzles/packs/shrink', 'cors', 'pack'],
    ['/api/puzzles/packs', 'cors', 'none'],
    ['/api/puzzles/next', 'cors', 'none'],
  ])('%s (%s): %s', (path, mode, want) =>
    expect(strategyOf({ method: 'GET', mode: mode as RequestMode }, path, new Set(files))).toBe(want),
  )
  it('leaves requests that write to the server', () =>
    expect(strategyOf({ method: 'POST', mode: 'cors' }, '/api/learn/shrink/judge', new Set(files))).toBe('none'))
})

describe('install', () => {
  it('keeps the files, and the answers that all visitors get', async () => {
    await keeper().install()
    expect(caches.paths('wane-1').sort()).toEqual(Object.keys(server).sort())
  })
  it('keeps lessons in every language, and answers with those in English where one is missing', async () => {
    delete server['/api/learn/a%2Bb?lang=de']
    server['/api/learn/a%2Bb'] = 'lesson'
    await keeper().install()
    offline()
    expect(await text(keeper(), '/api/learn/shrink/games/first?lang=de')).toBe('{"de":1}')
    expect(await text(keeper(), '/api/learn/shrink/games/first')).toBe('{}')
    expect(await text(keeper(), '/api/learn/a%2Bb?lang=de')).toBe('lesson')
  })
  it('keeps a page without an account, also for one', async () => {
    const serve = network
    network = async (path, init) =>
      path === '/?shell' && init?.credentials === 'omit'
        ? serve(path)
        : path.startsWith('/api')
          ? serve(path)
          : new Response('Ann')
    const k = keeper()
    await k.install()
    expect(await text(k, '/account', 'navigate')).toBe('Ann')
    offline()
    expect(await text(k, '/account', 'navigate')).toBe('page 1')
    for (const cache of caches.all.values())
      for (const [path, kept] of cache) if (path === '/') expect(await kept.text()).toBe('page 1')
  })
  it('fails if a file is missing, so that the browser retries', async () => {
    delete server['/assets/wane-1.wasm']
    await expect(keeper().install()).rejects.toThrow('/assets/wane-1.wasm: 404')
  })
  it('does without answers that the server refuses now', async () => {
    delete server['/api/rankings']
    delete server['/api/learn/shrink']
    await keeper().install()
    expect(caches.paths('wane-1')).toContain('/assets/wane-1.wasm')
    delete server['/api/variants']
    await expect(keeper('2').install()).rejects.toThrow('/api/variants: 404')
  })
  it('refuses redirected files', async () => {
    network = async () => Object.defineProperty(new Response('sign in'), 'redirected', { value: true })
    await expect(keeper().install()).rejects.toThrow('redirected')
  })
  it('does not fetch again what an earlier build has', async () => {
    await keeper().install()
    asked = []
    await keeper('2', ['/', '/theme.js', '/assets/app-2.js', '/assets/wane-1.wasm'])
      .install()
      .catch(() => {})
    server['/assets/app-2.js'] = 'app 2'
    await keeper('2', ['/', '/theme.js', '/assets/app-2.js', '/assets/wane-1.wasm']).install()
    expect(asked).toContain('/assets/app-2.js')
    expect(asked).toContain('/theme.js')
    expect(asked).not.toContain('/assets/wane-1.wasm')
  })
})

describe('answer', () => {
  it('answers with kept files without asking the server', async () => {
    const k = keeper()
    await k.install()
    offline()
    asked = []
    expect(await text(k, '/assets/app-1.js')).toBe('app 1')
    expect(asked).toEqual([])
  })
  it('asks the server if storage fails', async () => {
    const k = keeper()
    await k.install()
    const damaged = async () => Promise.reject(new Error('damaged'))
    caches.open = damaged
    caches.match = damaged
    expect(await text(k, '/assets/app-1.js')).toBe('app 1')
    network = async () => new Response('bad gateway', { status: 502 })
    expect(await text(k, '/rules/shrink', 'navigate')).toBe('bad gateway')
  })
  it('answers pages from the server, and with the kept page where there is none', async () => {
    const k = keeper()
    await k.install()
    server['/rules/shrink'] = 'page 2'
    expect(await text(k, '/rules/shrink', 'navigate')).toBe('page 2')
    network = async () => new Response('bad gateway', { status: 502 })
    expect(await text(k, '/rules/shrink', 'navigate')).toBe('page 1')
    offline()
    expect(await text(k, '/analysis/shrink?study=x', 'navigate')).toBe('page 1')
  })
  it('does not wait for a slow server', async () => {
    const k = keeper()
    await k.install()
    vi.useFakeTimers()
    network = () => new Promise(() => {})
    const answer = text(k, '/', 'navigate')
    await vi.advanceTimersByTimeAsync(3100)
    expect(await answer).toBe('page 1')
    vi.useRealTimers()
  })
  it('keeps newer answers about variants', async () => {
    const k = keeper()
    await k.install()
    server['/api/variants/shrink'] = '{"title":"Shrink Chess"}'
    expect(await text(k, '/api/variants/shrink')).toBe('{"title":"Shrink Chess"}')
    offline()
    expect(await text(k, '/api/variants/shrink')).toBe('{"title":"Shrink Chess"}')
    await expect(text(k, '/api/variants/unknown')).rejects.toThrow('no network')
  })
  it('keeps nothing after its caches were removed', async () => {
    const k = keeper()
    await k.install()
    caches.all.clear()
    server['/api/puzzles/packs/shrink'] = '[]'
    for (const path of ['/assets/app-1.js', '/api/variants/shrink', '/api/puzzles/packs/shrink']) await text(k, path)
    expect(await caches.keys()).toEqual([])
  })
  it('leaves other requests and other sites alone', () => {
    expect(keeper().answer(request('/api/lobby'), origin)).toBeNull()
    expect(keeper().answer(request('https://other.example/theme.js'), origin)).toBeNull()
  })
})

describe('a site', () => {
  const site = (base: string, version = '1') =>
    new Keeper(
      { version, files: ['/', '/learn/'], site: true },
      {
        caches,
        pages: async () => open,
        fetch: async (r) => {
          const { pathname } = new URL(typeof r === 'string' ? r : r.url, origin)
          const known = [base + '/', base + '/?shell', base + '/learn/'].includes(pathname)
          return new Response(known ? `page of ${base}` : 'none', { status: known ? 200 : 403 })
        },
      },
      base,
    )
  it('keeps what the sites in other folders of its host keep', async () => {
    const all = ['', '/games', '/games2', '/games/beta'].map((base) => site(base))
    for (const k of all) await k.install()
    const before = await caches.keys()
    for (const k of all) await k.clean()
    expect(await caches.keys()).toEqual(before)
    await site('/games', '2').install()
    await site('/games', '2').clean()
    expect(await caches.keys()).toContain('wane/games2:1')
    expect(await caches.keys()).not.toContain('wane/games:1')
  })
  it('stands in for the addresses of its folder, and for no other part of the host', async () => {
    for (const base of ['', '/games']) await site(base).install()
    expect(await text(site('/games'), '/games/learn/shrink', 'navigate')).toBe('page of /games')
    expect(await text(site(''), '/other/x', 'navigate')).toBe('none')
  })
})

describe('clean', () => {
  it('keeps the files of an earlier build while its page may be open', async () => {
    await keeper().install()
    server['/assets/app-2.js'] = 'app 2'
    const next = keeper('2', ['/', '/assets/app-2.js'])
    await next.install()
    caches.all.set('other', new Map())
    open = 2
    await next.clean()
    offline()
    expect(await text(next, '/assets/app-1.js')).toBe('app 1')
    open = 1
    await next.clean()
    expect(await caches.keys()).toEqual(['wane-puzzles', 'wane-2', 'other'])
  })
})
