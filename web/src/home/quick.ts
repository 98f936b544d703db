// The time controls of quick pairing, and the last choice.

import type { Control } from '../lib/types'

export interface Quick {
  variant: string
  control: Control
  rated: boolean
}

const key = 'wane-pairing'

const usual: Control[] = [
  { base: 60_000, increment: 1000 },
  { base: 180_000, increment: 2000 },
  { base: 300_000, increment: 3000 },
  { base: 600_000, increment: 5000 },
  { base: 900_000, increment: 10_000 },
  { days: 3 },
]

const first: Quick = { variant: 'shrink', control: usual[2]!, rated: true }

/** Reports whether two time controls are the same. */
export const same = (a: Control, b: Control): boolean =>
  (a.base ?? 0) === (b.base ?? 0) && (a.increment ?? 0) === (b.increment ?? 0) && (a.days ?? 0) === (b.days ?? 0)

/** Returns the usual time controls, and the one that was used last. */
export const controls = (used: Control): Control[] => (usual.some((c) => same(c, used)) ? usual : [...usual, used])

/** Returns the last choice. */
export function readLast(): Quick {
  try {
    const stored = JSON.parse(localStorage.getItem(key) ?? '{}') as Partial<Quick>
    return { ...first, ...stored }
  } catch {
    return first // storage is blocked, or what it has is damaged
  }
}

/** Keeps a choice for the next time. */
export function storeLast(q: Quick): void {
  try {
    localStorage.setItem(key, JSON.stringify(q))
  } catch {
    // storage is blocked
  }
}
