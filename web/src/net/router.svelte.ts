// The current route. Links are ordinary links; clicks on those within the page change the
// route without a reload.

import { match } from './links'
import { base } from './site'

/**
 * Whether the next page is loaded from the server instead of shown within this one, because the language has changed.
 */
export const renewal = $state({ due: false })

/**
 * Reports whether to load a page from the server. What a user does on one page, such as its drafts, outlasts its own
 * steps; and a game must not wait for a load.
 */
export function reloads(from: string, to: string): boolean {
  const name = match(to)?.name
  return renewal.due && name !== 'game' && name !== match(from)?.name
}

/** The path of the page on which the user has entered something: text, a choice, a move. */
let entered = ''
const entries = 'main :is(button, input, select, textarea, summary, [role=grid])'

/** Reports whether a load of this page would lose nothing: the user has entered nothing, and no clock waits. */
export const keepsNothing = (): boolean => entered !== location.pathname && match(location.pathname)?.name !== 'game'

/** The current path and query. */
export const route = $state({ path: location.pathname, query: new URLSearchParams(location.search) })

function read() {
  if (reloads(route.path, location.pathname)) return location.reload()
  route.path = location.pathname
  route.query = new URLSearchParams(location.search)
}

/** Goes to a path of this page; with replace the back button skips the current one. */
export function go(path: string, replace = false) {
  if (path === location.pathname + location.search) return
  if (!replace && reloads(location.pathname, new URL(path, location.href).pathname)) return location.assign(path)
  const before = match(location.pathname)?.name
  history[replace ? 'replaceState' : 'pushState'](null, '', path)
  read()
  if (!replace || match(location.pathname)?.name !== before) scrollTo(0, 0)
}

/** Handles clicks on links. Called once. */
export function startRouter() {
  addEventListener('popstate', read)
  const note = (e: Event) => (e.target as Element).closest?.(entries) && (entered = location.pathname)
  for (const type of ['input', 'pointerdown', 'keydown']) document.addEventListener(type, note, true)
  document.addEventListener('click', (e) => {
    if (e.defaultPrevented || e.button !== 0 || e.metaKey || e.ctrlKey || e.shiftKey || e.altKey) return
    const link = (e.target as Element).closest?.('a')
    if (!link || link.target || link.hasAttribute('download') || link.origin !== location.origin) return
    if (
      /^\/(api|docs)(\/|$)/.test(link.pathname.slice(base.length)) ||
      (link.hash && link.pathname === location.pathname)
    )
      return
    e.preventDefault()
    go(link.pathname + link.search + link.hash)
  })
}
