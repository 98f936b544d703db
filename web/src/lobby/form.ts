import type { Control, NewGame } from '../net/types'

/** Whom a new game is against: player is one with an account, who is challenged by name. */
export type Opponent = NewGame['opponent'] | 'player'

/** The fields of the dialog that creates a game; they are stored for the next game. */
export interface Form {
  variant: string
  opponent: Opponent
  level: number
  time: 'none' | 'clock' | 'days'
  minutes: number
  increment: number
  days: number
  color: NewGame['color']
  casual: boolean
  ratingMin: number | null
  ratingMax: number | null
  rated: boolean
}

export const initial: Form = {
  variant: 'shrink',
  opponent: 'engine',
  level: 1,
  time: 'none',
  minutes: 5,
  increment: 3,
  days: 3,
  color: 'random',
  casual: true,
  ratingMin: null,
  ratingMax: null,
  rated: false,
}

/** Returns the form for a challenge: without a time of its own it has that of the last quick pairing. */
export function challenging(form: Form, { base, increment, days }: Control): Form {
  if (form.time !== 'none') return form
  return days
    ? { ...form, time: 'days', days }
    : { ...form, time: 'clock', minutes: (base ?? 0) / 60_000, increment: (increment ?? 0) / 1000 }
}

/** Returns the stored form. */
export function readForm(stored: string | null): Form {
  try {
    return { ...initial, ...(JSON.parse(stored ?? '{}') as Partial<Form>) }
  } catch {
    return initial
  }
}
