// Which steps of which lessons are done, kept in this browser.

const key = 'wane-learned'

function stored(): Record<string, unknown> {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(key) ?? '{}')
    return found && typeof found === 'object' ? (found as Record<string, unknown>) : {}
  } catch {
    return {} // a browser that keeps nothing, or what it kept is broken
  }
}

/** The steps done of a game's lesson, of which there are so many. */
export function loadProgress(game: string, steps: number): boolean[] {
  const found = stored()[game]
  return Array.from({ length: steps }, (_, i) => Array.isArray(found) && found[i] === true)
}

/** Keeps which steps are done. */
export function saveProgress(game: string, done: readonly boolean[]): void {
  try {
    localStorage.setItem(key, JSON.stringify({ ...stored(), [game]: done }))
  } catch {
    // then it is forgotten when the page is left
  }
}
