// The fields of the form that creates a tournament, what is wrong with them, and the request.

import { form as words } from './text'
import type { NewTournament, System } from './types'

export interface Form {
  system: System
  name: string
  description: string
  variant: string
  minutes: number | null // of each side
  increment: number | null
  days: number | null
  rated: boolean
  /** Minutes until the start, or '' for a date and time. */
  soon: string
  /** The date and time of the start, as the browser's field has them. */
  at: string
  duration: string // minutes of an arena
  rounds: number | null
  pause: string // seconds
  double: boolean
  berserk: boolean
  bots: boolean
  apart: boolean
  password: string
  ratingMin: number | null
  ratingMax: number | null
}

export const initial: Form = {
  system: 'arena',
  name: '',
  description: '',
  variant: 'shrink',
  minutes: 3,
  increment: 2,
  days: 2,
  rated: true,
  soon: '15',
  at: '',
  duration: '60',
  rounds: 5,
  pause: '30',
  double: false,
  berserk: true,
  bots: false,
  apart: false,
  password: '',
  ratingMin: null,
  ratingMax: null,
}

export const durations = [20, 30, 45, 60, 90, 120, 180, 240, 360, 480]
export const pauses = [10, 30, 60, 120, 300, 600, 1800, 3600, 86_400, 604_800]
/** Minutes until the start that the form offers. */
export const starts = (system: System): number[] => (system === 'round-robin' ? [60, 1440, 4320, 10_080] : [5, 15, 60])

export type Field = 'name' | 'time' | 'increment' | 'rounds' | 'starts' | 'ratings'
export type Faults = Partial<Record<Field, string>>

const minute = 60_000
const within = (n: number | null, min: number, max: number) => n !== null && Number.isFinite(n) && n >= min && n <= max
const whole = (n: number | null, min: number, max: number) => within(n, min, max) && Number.isInteger(n)

/** Returns when the tournament starts, in ms since 1970; NaN without a date. */
export const startOf = (f: Form, now: number): number =>
  f.soon ? now + Number(f.soon) * minute : f.at ? new Date(f.at).getTime() : NaN

/** Returns what is wrong with the fields. An empty name stands for the one that the form suggests. */
export function check(f: Form, now: number): Faults {
  const faults: Faults = {}
  const name = f.name.trim()
  if (name && (name.length < 2 || name.length > 40)) faults.name = words.errors.name
  if (f.system === 'round-robin') {
    if (!whole(f.days, 1, 14)) faults.time = words.errors.days
  } else if (!within(f.minutes, 0, 180)) faults.time = words.errors.minutes
  else if (!whole(f.increment, 0, 180)) faults.increment = words.errors.increment
  else if (f.minutes === 0 && f.increment === 0) faults.time = words.errors.none
  if (f.system === 'swiss' && !whole(f.rounds, 3, 20)) faults.rounds = words.errors.rounds
  const at = startOf(f, now)
  if (Number.isNaN(at)) faults.starts = words.errors.starts
  else if (at < now + minute) faults.starts = words.errors.past
  else if (at > now + 60 * 86_400_000) faults.starts = words.errors.far
  const rating = (n: number | null) => n === null || whole(n, 0, 4000)
  if (!rating(f.ratingMin) || !rating(f.ratingMax)) faults.ratings = words.errors.rating
  else if (f.ratingMin && f.ratingMax && f.ratingMax < f.ratingMin) faults.ratings = words.errors.range
  return faults
}

/** Returns the request that creates the tournament; suggested is its name if the field is empty. */
export function request(f: Form, id: string, suggested: string, now: number): NewTournament {
  const { system } = f
  return {
    id,
    system,
    name: f.name.trim() || suggested.slice(0, 40),
    description: f.description.trim() || undefined,
    variant: f.variant,
    control:
      system === 'round-robin'
        ? { days: f.days! }
        : { base: Math.round(f.minutes! * minute), increment: f.increment! * 1000 },
    rated: f.rated,
    starts: startOf(f, now),
    minutes: system === 'arena' ? Number(f.duration) : undefined,
    rounds: system === 'swiss' ? f.rounds! : undefined,
    pause: system === 'swiss' ? Number(f.pause) : undefined,
    double: (system === 'round-robin' && f.double) || undefined,
    noBerserk: (system === 'arena' && !f.berserk) || undefined,
    bots: f.bots || undefined,
    apart: f.apart || undefined,
    password: f.password || undefined,
    ratingMin: f.ratingMin || undefined,
    ratingMax: f.ratingMax || undefined,
  }
}

/** Returns the form of a stored draft. The password is not stored. */
export function readDraft(stored: string | null): Form {
  try {
    const draft = JSON.parse(stored ?? '{}') as Partial<Form>
    const known = Object.fromEntries(Object.entries(draft).filter(([key]) => key in initial))
    return { ...initial, ...known, password: '' }
  } catch {
    return { ...initial }
  }
}

/** Returns what is stored of the form, so that nothing typed is lost when the user signs in or comes back. */
export const draftOf = (f: Form): string => JSON.stringify({ ...f, password: '' })
