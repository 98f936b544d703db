// The times of the slider that replays the standings.

/** How many steps the slider has. */
export const steps = 120

/** Returns the time of a step between the first pairing and the last result. */
export const timeOf = (step: number, first: number, last: number): number =>
  Math.round(first + ((last - first) * Math.min(steps, Math.max(0, step))) / steps)

/** Reports whether the standings can be replayed: there were games, and they took time. */
export const replays = (t: { status: string; first?: number; last?: number }): boolean =>
  t.status === 'finished' && !!t.first && !!t.last && t.last > t.first

/** Reports whether a time needs its day to be understood. */
export const takesDays = (first: number, last: number): boolean => last - first > 20 * 3_600_000
