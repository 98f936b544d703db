import type { Tournament } from './types'

/** Reports whether two times are on one day, by the browser's clock. */
export const sameDay = (a: number, b: number): boolean => new Date(a).toDateString() === new Date(b).toDateString()

/** Splits tournaments that have not started: those of today, and those of later days. */
export function schedule(created: readonly Tournament[], now: number): { today: Tournament[]; later: Tournament[] } {
  const today = created.filter((t) => sameDay(t.starts, now) || t.starts < now)
  return { today, later: created.filter((t) => !today.includes(t)) }
}
