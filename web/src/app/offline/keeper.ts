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
}

/** What the keeper needs of the browser. */
export interface Surroundings {
  caches: Pick<CacheStorage, 'open' | 'keys' | 'delete' | 'match'>
  fetch(request: RequestInfo, init?: RequestInit): Promise<Response>
  /** The number of open pages. */
  pages(): Promise<number>
}

const prefix = 'wane-'
/** The cache of the lists of puzzles. It is none of a build. */
const packs = 'puzzles'
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

  constructor(
    readonly build: Build,
    private readonly around: Surroundings,
  ) {
    this.#files = new Set(build.files)
    this.#name = prefix + build.version
  }

  /** Whether a file belongs to this build. */
  has(path: string): boolean {
    return this.#files.has(path)
  }

  /** Keeps the files of the build, and the answers that pages need without a network. */
  async install(): Promise<void> {
    const cache = await this.around.caches.open(this.#name)
    for (const path of this.build.files) {
      const known = path.startsWith('/assets/') ? await this.#kept(path) : undefined
      await cache.put(path, known ?? (await this.#fetch(path)))
    }
    // A few at a time, and in turn: the visitor's own requests go first.
    const ask = async <T>(path: string): Promise<T> => {
      const answer = await this.#fetch(path)
      await cache.put(path, answer.clone())
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
      if (name.startsWith(prefix) && name !== this.#name) await this.around.caches.delete(name)
    }
  }

  /** Returns the answer to a request, or null if it is not for the worker. */
  answer(request: Request, origin: string): Promise<Response> | null {
    const { origin: site, pathname, search } = new URL(request.url)
    if (site !== origin) return null
    switch (strategyOf(request, pathname, this.#files)) {
      case 'file':
        return this.#kept(pathname).then((kept) => kept ?? this.around.fetch(request))
      case 'page':
        return this.#first(request, () => this.#kept(shell))
      case 'answer':
        return this.#first(
          request,
          async () => (await this.#kept(pathname + search)) ?? this.#kept(pathname), // perhaps in another language
          async (fresh) => (await this.around.caches.open(this.#name)).put(pathname + search, fresh),
        )
      case 'pack':
        return this.#first(
          request,
          () => this.#kept(pathname),
          async (fresh) => (await this.around.caches.open(packs)).put(pathname, fresh),
        )
      default:
        return null
    }
  }

  /** Returns what is kept, of this build first. */
  async #kept(path: string): Promise<Response | undefined> {
    const options = { ignoreVary: true } // the answer is kept as it is, not as it was compressed
    try {
      const own = await this.around.caches.open(this.#name)
      return (await own.match(path, options)) ?? (await this.around.caches.match(path, options))
    } catch {
      return undefined // storage is full, damaged or blocked: the server answers
    }
  }

  async #fetch(path: string): Promise<Response> {
    const how: RequestInit =
      path === shell
        ? { cache: 'no-cache', credentials: 'omit' }
        : path.startsWith('/assets/')
          ? {}
          : { cache: 'no-cache' }
    const answer = await this.around.fetch(path === shell ? bare : path, how)
    // Browsers refuse a redirected answer as a page.
    if (!answer.ok || answer.redirected)
      throw new Error(`${path}: ${answer.status}${answer.redirected ? ', redirected' : ''}`)
    return answer
  }

  /** Returns the server's answer, which keep may store; or what is kept if the server fails or is slow. */
  async #first(
    request: Request,
    kept: () => Promise<Response | undefined>,
    keep?: (fresh: Response) => Promise<void>,
  ): Promise<Response> {
    let timer: ReturnType<typeof setTimeout> | undefined
    const asked = this.around.fetch(request).then(async (fresh) => {
      if (fresh.status >= 500) return (await kept()) ?? fresh // a proxy whose server is down
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
