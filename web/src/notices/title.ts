// The number of unread notifications, in the title of the tab and on the icon of the app.

/** Returns a title with a number before it, instead of the one it has. */
export const numbered = (title: string, n: number): string => (n ? `(${n}) ` : '') + title.replace(/^\(\d+\) /, '')

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
  return () => {
    watch.disconnect()
    document.title = numbered(document.title, 0)
  }
}
