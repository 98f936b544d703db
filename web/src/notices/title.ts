// The number of unread notifications, in the title of the tab and on the icon of the app. The icon of the
// tab has a dot while there are any.

/** Returns a title with a number before it, instead of the one it has. */
export const numbered = (title: string, n: number): string => (n ? `(${n}) ` : '') + title.replace(/^\(\d+\) /, '')

/** Returns the picture of the tab's icon with a dot at its corner. */
export const dotted = (svg: string): string =>
  svg.replace(/<\/svg>\s*$/, '<circle cx="50" cy="14" r="13" fill="#e5484d" stroke="#fff" stroke-width="3"/></svg>')

let picture: Promise<string> | undefined

/** Shows a dot on the tab's icon until the returned function is called. */
function dot(): () => void {
  const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]')
  const usual = '/favicon.svg'
  let shown = true
  picture ??= fetch(usual).then((r) => (r.ok ? r.text() : Promise.reject(new Error(r.statusText))))
  picture.then(
    (svg) => shown && icon && (icon.href = 'data:image/svg+xml,' + encodeURIComponent(dotted(svg))),
    () => (picture = undefined), // the next number tries again
  )
  return () => {
    shown = false
    if (icon) icon.href = usual
  }
}

/** Shows a number until the returned function is called. Pages that change their title keep it. */
export function counted(n: number): () => void {
  const badge = navigator as { setAppBadge?: (n: number) => Promise<void>; clearAppBadge?: () => Promise<void> }
  void (n ? badge.setAppBadge?.(n) : badge.clearAppBadge?.())?.catch(() => {})
  const show = () => {
    const title = numbered(document.title, n)
    if (n && title !== document.title) document.title = title
  }
  if (!n) return () => {}
  show()
  const watch = new MutationObserver(show)
  watch.observe(document.head, { childList: true, subtree: true, characterData: true })
  const undot = dot()
  return () => {
    undot()
    watch.disconnect()
    document.title = numbered(document.title, 0)
  }
}
