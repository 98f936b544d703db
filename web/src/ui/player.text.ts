// Texts about players and time controls.
import type { Control, Seat } from '../net/types'
import { isolate, plural } from './text'

/** Describes a time control: “5 + 3”, “3 days per move”, “unlimited”. */
export function control(c: Control): string {
  if (c.days) return `${plural(c.days, 'day', 'days')} per move`
  if (!c.base && !c.increment) return 'unlimited'
  const minutes = (c.base ?? 0) / 60000
  const shown = { 0.25: '¼', 0.5: '½', 0.75: '¾', 1.5: '1½' }[minutes] ?? `${Math.round(minutes * 100) / 100}`
  return `${shown} + ${(c.increment ?? 0) / 1000}`
}

/** Returns a rating as people see it: a question mark says that it is provisional. */
export const rating = (s: { rating?: number; provisional?: boolean }): string =>
  `${s.rating ?? ''}${s.provisional ? '?' : ''}`

/** What a player is, for screen readers and as a hint. */
export const badge = {
  program: 'computer program',
  guest: 'guest',
  title: 'title',
  rating: (provisional?: boolean): string => (provisional ? 'provisional rating' : 'rating'),
  tag: 'Guests choose their names. This tag tells guests with the same name apart.',
}

/** What titles stand for. */
export const titles: Record<string, string> = {
  GM: 'Grandmaster',
  IM: 'International Master',
  FM: 'FIDE Master',
  CM: 'Candidate Master',
  NM: 'National Master',
  WGM: 'Woman Grandmaster',
  WIM: 'Woman International Master',
  WFM: 'Woman FIDE Master',
  WCM: 'Woman Candidate Master',
  WNM: 'Woman National Master',
}

/** A player as people see one: who has a seat, or a person elsewhere. */
export type Who = Partial<Seat>

/** Returns the name of a player with the guest's tag, for sentences that introduce the player. */
export const fullName = (s: Who): string => (s.tag ? `${seat(s)} #${s.tag}` : seat(s))

/** Returns the name of a player, in sentences. */
export function seat(s: Who): string {
  if (s.level) return `Computer, level ${s.level}`
  return s.name ? (s.title ? `${s.title} ` : '') + isolate(s.name) : s.taken ? 'Guest' : '…'
}
