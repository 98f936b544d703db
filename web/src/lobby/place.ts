/**
 * Calls moved whenever something else on the page has moved an element, before that is painted. Returns a function that
 * stops it.
 */
export function watchPlace(e: HTMLElement, moved: () => void): () => void {
  const place = () => e.getBoundingClientRect().top + scrollY // scrolling does not change it
  let top = place()
  const watcher = new ResizeObserver(() => {
    const now = place()
    if (Math.abs(now - top) < 1) return
    top = now
    moved()
  })
  // What comes or goes changes the height of the parents, what grows or shrinks its own.
  for (let at: Element | null = e; at; at = at.parentElement) {
    watcher.observe(at)
    for (let before = at.previousElementSibling; before; before = before.previousElementSibling) watcher.observe(before)
  }
  return () => watcher.disconnect()
}
