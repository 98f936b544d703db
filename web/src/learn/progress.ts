// The completed steps of lessons, stored in this browser.

const key = 'wane-learned'

function stored(): Record<string, unknown> {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(key) ?? '{}')
    return found && typeof found === 'object' ? (found as Record<string, unknown>) : {}
  } catch {
    return {} // storage is blocked or damaged
  }
}

/** Returns which steps of a variant's lesson are done. */
export function loadProgress(game: string, steps: number): boolean[] {
  const found = stored()[game]
  return Array.from({ length: steps }, (_, i) => Array.isArray(found) && found[i] === true)
}

/** Stores which steps are done. */
export function saveProgress(game: string, done: readonly boolean[]): void {
  try {
    localStorage.setItem(key, JSON.stringify({ ...stored(), [game]: done }))
  } catch {
    // storage is blocked
  }
}
