// Which challenges concern the user, and how.
import type { Challenge } from '../net/types'

/** Reports whether a challenge still waits for an answer. */
export const waits = (c: Challenge): boolean => c.status === 'created'
/** Challenges that the user can answer, the newest first. */
export const incoming = (list: readonly Challenge[]): Challenge[] => list.filter((c) => waits(c) && c.to.you)
/** Challenges of the user without an answer, the newest first. */
export const sent = (list: readonly Challenge[]): Challenge[] => list.filter((c) => waits(c) && c.from.you)

/**
 * What the user should learn of: answers to challenges that were seen waiting, and challenges to answer, the
 * oldest first, so that none takes the place of another under the finger.
 * Those that the user has closed are left out; key tells the states of a challenge apart.
 */
export function notices(
  list: readonly Challenge[],
  waited: ReadonlySet<string>,
  closed: ReadonlySet<string>,
): Challenge[] {
  const answered = list.filter(
    (c) => c.from.you && waited.has(c.id) && (c.status === 'accepted' || c.status === 'declined'),
  )
  return [...answered, ...incoming(list)].filter((c) => !closed.has(key(c))).sort((a, b) => a.updated - b.updated)
}

/** Names a challenge in its state. */
export const key = (c: Challenge): string => `${c.id} ${c.status}`
