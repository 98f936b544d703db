// A site: the page on a host that is no server of wane ('wane site' writes it). Its HTML has a script that says so
// before the page's own scripts begin; site/start.ts then gives the page what stands in for a server.

export interface Site {
  /** The path of its folder, without the slash at the end. */
  base: string
  /** Answers a request of the API, from files or by itself. Fails if that needs a server. */
  answer: typeof fetch
  /** Returns the parts of the main menu that need no server. */
  menu<S>(all: S[]): S[]
}

/** The site that the page belongs to; undefined if a server answers. */
export const site = (globalThis as { waneSite?: Site }).waneSite

/** What comes before the paths of the page's addresses. */
export const base = site?.base ?? ''

/** What the address of a file in gzip ends with. A site has its large files so, since not every host compresses. */
export const packed = '.gz'

/** Returns the address of a page of the manual. */
export const manual = (page = ''): string => `${base}/docs${page && '/' + page}`
