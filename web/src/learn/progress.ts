// The progress in lessons, stored in this browser.

import { isRecord, local } from '../net/stored'

const key = 'wane-learned'

/** done: the learner has done the step; seen: its solution was shown. */
export type Progress = 'done' | 'seen' | ''

/** Returns the progress in each step of a variant's lesson. */
export function loadProgress(game: string, steps: number): Progress[] {
  const found = local.read(key, isRecord)?.[game]
  const read = (v: unknown): Progress => (v === 'done' || v === 'seen' ? v : '')
  return Array.from({ length: steps }, (_, i) => (Array.isArray(found) ? read(found[i]) : ''))
}

/** Stores the progress in each step. */
export function saveProgress(game: string, progress: readonly Progress[]): void {
  local.write(key, { ...local.read(key, isRecord), [game]: progress })
}
