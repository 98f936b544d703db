/** Scrolls a box until an element of it is inside, with a margin in px. scrollIntoView would scroll the whole page. */
export function scrollInside(box: Element, mark: Element, margin: number): void {
  const [inner, outer] = [mark.getBoundingClientRect(), box.getBoundingClientRect()]
  const above = inner.top - outer.top - margin
  box.scrollTop += above < 0 ? above : Math.max(0, inner.bottom - outer.bottom + margin)
}
