// The progress in lessons, stored in this browser.

const key = 'wane-learned'

/** done: the learner has done the step; seen: its solution was shown. */
export type Progress = 'done' | 'seen' | ''

function stored(): Record<string, unknown> {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(key) ?? '{}')
    return found && typeof found === 'object' ? (found as Record<string, unknown>) : {}
  } catch {
    return {} // storage is blocked or damaged
  }
}

/** Returns the progress in each step of a variant's lesson. */
export function loadProgress(game: string, steps: number): Progress[] {
  const found = stored()[game]
  const read = (v: unknown): Progress => (v === 'done' || v === 'seen' ? v : '')
  return Array.from({ length: steps }, (_, i) => (Array.isArray(found) ? read(found[i]) : ''))
}

/** Stores the progress in each step. */
export function saveProgress(game: string, progress: readonly Progress[]): void {
  try {
    localStorage.setItem(key, JSON.stringify({ ...stored(), [game]: progress }))
  } catch {
    // storage is blocked
  }
}
