// Clocks between two snapshots of the server.

import type { Color, Times } from './types'

export type Snapshot = Times & { at: number }

/** What a side has left in ms; now is by the same monotonic clock as the snapshot's at. A frozen clock does not run. */
export function left(t: Snapshot, color: Color, now: number, frozen = false): number {
  const run = t.running === color && !frozen ? Math.max(0, now - t.at) : 0
  return Math.max(0, t[color] - run)
}

/** How long there still is for the first move, 0 if that does not apply. */
export function firstLeft(t: Snapshot, now: number): number {
  return t.first ? Math.max(0, t.first - (now - t.at)) : 0
}

/** When the shown time changes next, in ms from now: a tenth below ten seconds. */
export function nextChange(ms: number): number {
  const grain = ms <= 10_000 ? 100 : 1000
  return (ms % grain) + 1
}

export interface Parts {
  days: number
  hours: number
  minutes: number
  seconds: number
  tenths: number
}

export function parts(ms: number): Parts {
  const tenths = Math.floor(ms / 100)
  const seconds = Math.floor(tenths / 10)
  const minutes = Math.floor(seconds / 60)
  const hours = Math.floor(minutes / 60)
  return { days: Math.floor(hours / 24), hours: hours % 24, minutes: minutes % 60, seconds: seconds % 60, tenths: tenths % 10 }
}

const two = (n: number) => String(n).padStart(2, '0')

/** A clock's face: 1:02:03, 4:05, 9.8. Days are for words, see the texts. */
export function face(ms: number): string {
  const p = parts(ms)
  const hours = p.days * 24 + p.hours
  if (hours > 0) return `${hours}:${two(p.minutes)}:${two(p.seconds)}`
  if (ms >= 10_000) return `${p.minutes}:${two(p.seconds)}`
  return `${p.seconds}.${p.tenths}`
}

/** The warnings, in seconds, that lie between two moments of a clock, the smallest if several. */
export function warning(before: number, now: number): number | null {
  let found: number | null = null
  for (const s of [60, 20, 10]) if (before > s * 1000 && now <= s * 1000) found = s
  return found
}

/** From when on a clock counts as low: a tenth of the time, between 10 and 60 s. */
export function low(base: number | undefined): number {
  return Math.min(60_000, Math.max(10_000, (base ?? 0) / 10))
}
