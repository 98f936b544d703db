// The weeks of a player's activity.
import type { ActiveDay } from '../net/types'

const day = 24 * 60 * 60 * 1000

/** Adds up the games of the last weeks, the oldest first: when each began, and how many games it had. */
export function weeks(days: readonly ActiveDay[], now: number, count = 26): { start: number; games: number }[] {
  const today = Math.floor(now / day) * day
  const list = Array.from({ length: count }, (_, i) => ({ start: today - (7 * (count - i) - 1) * day, games: 0 }))
  for (const d of days) {
    const week = list.findLast((w) => w.start <= d.day)
    if (week) week.games += d.games
  }
  return list
}
