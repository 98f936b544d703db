// The clocks between two snapshots from the server.

import type { Played } from '../rules/record'
import type { Color, Control, Times } from '../net/types'

export type Snapshot = Times & { at: number }

/** Returns the time that a side has left, in ms. now and the snapshot's at are by the same monotonic clock. */
export function left(t: Snapshot, color: Color, now: number, frozen = false): number {
  const run = t.running === color && !frozen ? Math.max(0, now - t.at) : 0
  return Math.max(0, t[color] - run)
}

/** Returns the clocks of a finished game after a ply, its final clocks after the last one. */
export function clocksAfter(ply: number, moves: Pick<Played, 'clocks'>[], control: Control, final: Snapshot): Snapshot {
  if (ply >= moves.length || control.days) return final
  const start = control.base || (control.increment ?? 0)
  const [white = start, black = start] = moves[ply - 1]?.clocks ?? []
  return { ...final, white, black, running: undefined }
}

/** Returns the time left for the first move in ms, or 0 if there is no limit. */
export function firstLeft(t: Snapshot, now: number): number {
  return t.first ? Math.max(0, t.first - (now - t.at)) : 0
}

/** Returns when the displayed time changes next, in ms from now; below ten seconds it has tenths. */
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
  return {
    days: Math.floor(hours / 24),
    hours: hours % 24,
    minutes: minutes % 60,
    seconds: seconds % 60,
    tenths: tenths % 10,
  }
}

const two = (n: number) => String(n).padStart(2, '0')

/** Formats a time: 1:02:03, 4:05, 9.8. Correspondence games show days in words instead. */
export function face(ms: number): string {
  const p = parts(ms)
  const hours = p.days * 24 + p.hours
  if (hours > 0) return `${hours}:${two(p.minutes)}:${two(p.seconds)}`
  if (ms >= 10_000) return `${p.minutes}:${two(p.seconds)}`
  return `${p.seconds}.${p.tenths}`
}

/** Returns the smallest warning threshold, in seconds, that a clock has passed between two times, or null. */
export function warning(before: number, now: number): number | null {
  let found: number | null = null
  for (const s of [60, 20, 10]) if (before > s * 1000 && now <= s * 1000) found = s
  return found
}

/** Returns the time below which a clock is low, in ms: a tenth of the base time, between 10 and 60 s. */
export function low(base: number | undefined): number {
  return Math.min(60_000, Math.max(10_000, (base ?? 0) / 10))
}
