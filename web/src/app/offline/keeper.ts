// What the service worker keeps in this browser, and from where it answers a request:
//
//   files    the files of the page: from the cache. The page itself is the one without an account,
//            so what is kept is the same for all users of a browser. Those in assets/ have a hash
//            of their content in their names, so a kept one is never out of date.
//   pages    navigations: from the server, so that a page is the newest one and its visitor
//            a guest; the kept page where the server does not answer in time.
//   answers  what the API says about variants, lessons, rankings and their atlas: from
//            the server, which may be newer than the page; the kept answer where it fails.
//   packs    the lists of puzzles: as answers, but in a cache of their own, which outlasts
//            builds, since they are fetched only when a visitor first needs them.
//   site     of a page without a server everything is a file of the build.
//   none     everything else, such as games, the lobby, the archive and sockets: the worker
//            does not touch it, so that it is never out of date.
//
// Each build has a cache of its own. Caches of earlier builds stay while several pages are
// open, since an older one may still load parts of itself.

/** The files of a build. */
export interface Build {
  version: string
  /** Paths. "/" is the page itself, whatever its address. */
  files: string[]
  /** There is no server: 'wane site' has written it all. */
  site?: boolean
}

/** What the keeper needs of the browser. */
export interface Surroundings {
  caches: Pick<CacheStorage, 'open' | 'has' | 'keys' | 'delete' | 'match'>
  fetch(request: RequestInfo, init?: RequestInit): Promise<Response>
  /** The number of open pages. */
  pages(): Promise<number>
}

const prefix = 'wane-'
const shell = '/'
/** Where the server has the shell without account, guest and language. */
const bare = '/?shell'
/** How long the server has to answer if there is a kept answer, in ms. */
const patience = 3000

export type Strategy = 'file' | 'page' | 'answer' | 'pack' | 'none'

/** Which strategy a request of this site has. */
export function strategyOf(
  request: Pick<Request, 'method' | 'mode'>,
  path: string,
  files: ReadonlySet<string>,
): Strategy {
  if (request.method !== 'GET') return 'none'
  if (request.mode === 'navigate') return /^\/(embed|api|healthz|readyz|metrics)(\/|$)/.test(path) ? 'none' : 'page'
  if (path.startsWith('/assets/') || (path !== shell && files.has(path))) return 'file'
  if (/^\/api\/puzzles\/packs\/[^/]+$/.test(path)) return 'pack'
  return /^\/api\/(variants|learn|rankings|atlas)(\/|$)/.test(path) ? 'answer' : 'none'
}

export class Keeper {
  readonly #files: ReadonlySet<string>
  readonly #name: string
  readonly #prefix: string
  /** The cache of the lists of puzzles. It is none of a build. */
  readonly #packs: string

  constructor(
    readonly build: Build,
    private readonly around: Surroundings,
    /** What comes before all paths, in this browser too: another folder may have another site. */
    private readonly base = '',
  ) {
    this.#files = new Set(build.files)
    // No folder's prefix begins with that of another.
    this.#prefix = base ? `wane${base}:` : prefix
    this.#packs = this.#prefix + 'puzzles'
    this.#name = this.#prefix + build.version
  }

  /** Whether a file belongs to this build. */
  has(path: string): boolean {
    return this.#files.has(path.slice(this.base.length))
  }

  /** Keeps the files of the build, and the answers that pages need without a network. */
  async install(): Promise<void> {
    const cache = await this.around.caches.open(this.#name)
    await this.around.caches.open(this.#packs)
    for (const path of this.build.files) {
      const known = path.startsWith('/assets/') ? await this.#kept(path) : undefined
      await cache.put(this.base + path, known ?? (await this.#fetch(path)))
    }
    if (this.build.site) return
    // A few at a time, and in turn: the visitor's own requests go first.
    const ask = async <T>(path: string): Promise<T> => {
      const answer = await this.#fetch(path)
      await cache.put(this.base + path, answer.clone())
      return (await answer.json()) as T
    }
    const variants = await ask<{ name: string }[]>('/api/variants')
    // What the server refuses now, the first visit to its page keeps.
    const tryTo = <T>(path: string) => ask<T>(path).catch(() => undefined)
    await tryTo('/api/rankings')
    for (const { name } of variants) {
      const at = encodeURIComponent(name)
      await tryTo('/api/variants/' + at)
      // In every language of the page: its user may change it without a network.
      for (const lang of ['', '?lang=de']) {
        const course = await tryTo<{ games?: { name: string }[] }>('/api/learn/' + at + lang)
        for (const game of course?.games ?? [])
          await tryTo(`/api/learn/${at}/games/${encodeURIComponent(game.name)}${lang}`)
      }
    }
  }

  /** Removes other builds, unless an older page may need them. */
  async clean(): Promise<void> {
    if ((await this.around.pages()) > 1) return
    for (const name of await this.around.caches.keys()) {
      if (name.startsWith(this.#prefix) && name !== this.#name && name !== this.#packs)
        await this.around.caches.delete(name)
    }
  }

  /** Returns the answer to a request, or null if it is not for the worker. */
  answer(request: Request, origin: string): Promise<Response> | null {
    const { origin: site, pathname: whole, search } = new URL(request.url)
    if (site !== origin || !whole.startsWith(this.base + '/')) return null
    const pathname = whole.slice(this.base.length)
    switch (strategyOf(request, pathname, this.#files)) {
      case 'file':
        return this.#kept(pathname).then((kept) => kept ?? this.around.fetch(request))
      case 'page':
        return this.#first(request, async () => (await this.#kept(pathname.replace(/\/?$/, '/'))) ?? this.#kept(shell))
      case 'answer':
        return this.#first(
          request,
          async () => (await this.#kept(pathname + search)) ?? this.#kept(pathname), // perhaps in another language
          (fresh) => this.#keep(this.#name, pathname + search, fresh),
        )
      case 'pack':
        return this.#first(
          request,
          () => this.#kept(pathname),
          (fresh) => this.#keep(this.#packs, pathname, fresh),
        )
      default:
        return null
    }
  }

  /** Returns what is kept, of this build first. */
  async #kept(path: string): Promise<Response | undefined> {
    const options = { ignoreVary: true } // the answer is kept as it is, not as it was compressed
    try {
      const own = await this.around.caches.match(this.base + path, { ...options, cacheName: this.#name })
      return own ?? (await this.around.caches.match(this.base + path, options))
    } catch {
      return undefined // storage is full, damaged or blocked: the server answers
    }
  }

  /** Keeps an answer, unless a server that retired the worker has had the cache removed. */
  async #keep(cache: string, path: string, answer: Response): Promise<void> {
    if (await this.around.caches.has(cache)) await (await this.around.caches.open(cache)).put(this.base + path, answer)
  }

  async #fetch(path: string): Promise<Response> {
    const how: RequestInit =
      path === shell
        ? { cache: 'no-cache', credentials: 'omit' }
        : path.startsWith('/assets/')
          ? {}
          : { cache: 'no-cache' }
    const answer = await this.around.fetch(this.base + (path === shell ? bare : path), how)
    // Browsers refuse a redirected answer as a page.
    if (!answer.ok || answer.redirected)
      throw new Error(`${path}: ${answer.status}${answer.redirected ? ', redirected' : ''}`)
    if (!this.build.site || !path.endsWith('/')) return answer
    // A kept page stands for any address, so it names its files from everywhere.
    const page = (await answer.text()).replace(/="(\.\.?\/)+/g, `="${this.base}/`)
    return new Response(page, { headers: { 'Content-Type': 'text/html; charset=utf-8' } })
  }

  /** Returns the server's answer, which keep may store; or what is kept if the server fails or is slow. */
  async #first(
    request: Request,
    kept: () => Promise<Response | undefined>,
    keep?: (fresh: Response) => Promise<void>,
  ): Promise<Response> {
    let timer: ReturnType<typeof setTimeout> | undefined
    const asked = this.around.fetch(request).then(async (fresh) => {
      // A proxy whose server is down; a host without a server has no file for each address, and some then answer 403.
      // Outside of a folder of its own, an address may belong to another site of the host.
      const missing = this.build.site && this.base && [403, 404].includes(fresh.status)
      if (fresh.status >= 500 || missing) return (await kept()) ?? fresh
      if (fresh.ok && keep) await keep(fresh.clone()).catch(() => {}) // storage is full
      return fresh
    })
    const late = new Promise<Response | undefined>((resolve) => (timer = setTimeout(() => resolve(kept()), patience)))
    try {
      return (await Promise.race([asked, late])) ?? (await asked)
    } catch (e) {
      const old = await kept()
      if (old) return old
      throw e
    } finally {
      clearTimeout(timer)
    }
  }
}
