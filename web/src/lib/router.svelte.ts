// Where one is in the page. Links are ordinary links; clicks on those that stay
// within the page are taken over, so that nothing is loaded anew.

/** The current path and query. */
export const route = $state({ path: location.pathname, query: new URLSearchParams(location.search) })

function read() {
  route.path = location.pathname
  route.query = new URLSearchParams(location.search)
}

/** Goes to a path of this page; replace leaves no way back to the present one. */
export function go(path: string, replace = false) {
  if (path === location.pathname + location.search) return
  history[replace ? 'replaceState' : 'pushState'](null, '', path)
  read()
  if (!replace) scrollTo(0, 0)
}

/** Takes over clicks on links. Called once. */
export function startRouter() {
  addEventListener('popstate', read)
  document.addEventListener('click', (e) => {
    if (e.defaultPrevented || e.button !== 0 || e.metaKey || e.ctrlKey || e.shiftKey || e.altKey) return
    const link = (e.target as Element).closest?.('a')
    if (!link || link.target || link.hasAttribute('download') || link.origin !== location.origin) return
    if (/^\/(api|docs)(\/|$)/.test(link.pathname) || (link.hash && link.pathname === location.pathname)) return
    e.preventDefault()
    go(link.pathname + link.search + link.hash)
  })
}
