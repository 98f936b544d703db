// The time controls of quick pairing, and the last choice.

import type { Control } from '../net/types'
import { isRecord, local } from '../net/stored'

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
  return { ...first, ...local.read(key, isRecord) }
}

/** Keeps a choice for the next time. */
export const storeLast = (q: Quick) => local.write(key, q)
