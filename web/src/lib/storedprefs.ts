// The preferences as this browser stores them. Whatever is stored is validated: a field
// that is missing or damaged has its default.

import type { Look } from './types'

export const pieceSets = ['staunton', 'flat', 'letters'] as const
export const boardThemes = ['wood', 'stone', 'meadow', 'lilac', 'ocean', 'ink'] as const
export type BoardTheme = (typeof boardThemes)[number]

export interface Prefs {
  theme: 'auto' | 'light' | 'dark'
  pieces: (typeof pieceSets)[number]
  /** The board theme of each look. */
  boards: Record<Look, BoardTheme>
  /** Percent of the size that the window allows. */
  size: number
  coordinates: boolean
  zen: boolean // pages with a board show little else
  motion: 'auto' | 'slow' | 'normal' | 'fast' | 'none'
  sound: boolean
  volume: number // percent
  confirm: 'never' | 'days' | 'always' // when a second tap confirms a move; days: in games with days per move
  queen: boolean // a single own pawn becomes a queen without a question
  shortcuts: boolean // single letters are shortcuts on pages with a board
}

export const smallest = 50 // percent of a board's size

export const defaults: Prefs = {
  theme: 'auto',
  pieces: 'staunton',
  boards: { classic: 'wood', court: 'stone', trio: 'meadow', mist: 'lilac' },
  size: 100,
  coordinates: true,
  zen: false,
  motion: 'auto',
  sound: true,
  volume: 100,
  confirm: 'never',
  queen: false,
  shortcuts: true,
}

/** The version of what is stored; 1 had no number. */
const version = 2

/** Returns a valid value, or undefined. */
type Reader<T> = (x: unknown) => T | undefined
const oneOf =
  <T>(values: readonly T[]): Reader<T> =>
  (x) =>
    values.find((v) => v === x)
const flag = oneOf([true, false])
const percent =
  (least: number): Reader<number> =>
  (x) =>
    typeof x === 'number' && x >= least && x <= 100 ? Math.round(x) : undefined

const readers: { [K in keyof Prefs]: Reader<Prefs[K]> } = {
  theme: oneOf(['auto', 'light', 'dark']),
  pieces: oneOf(pieceSets),
  boards: (x) => {
    const theme = oneOf(boardThemes)
    const stored = fields(x)
    return Object.fromEntries(Object.entries(defaults.boards).map(([look, usual]) => [look, theme(stored[look]) ?? usual])) as Prefs['boards']
  },
  size: percent(smallest),
  coordinates: flag,
  zen: flag,
  motion: oneOf(['auto', 'slow', 'normal', 'fast', 'none']),
  sound: flag,
  volume: percent(0),
  confirm: oneOf(['never', 'days', 'always']),
  queen: flag,
  shortcuts: flag,
}

const fields = (x: unknown): Record<string, unknown> => (x && typeof x === 'object' ? (x as Record<string, unknown>) : {})

/** Reads stored preferences, of this version or an earlier one. */
export function readPrefs(text: string | null): Prefs {
  let stored: Record<string, unknown> = {}
  try {
    stored = fields(JSON.parse(text ?? ''))
  } catch {
    // nothing is stored, or it is damaged
  }
  if (stored['version'] === undefined) {
    stored['confirm'] = stored['confirm'] === true ? 'always' : 'never'
    if (stored['motion'] === 'full') stored['motion'] = 'normal'
  }
  const read = <K extends keyof Prefs>(key: K): Prefs[K] => readers[key](stored[key]) ?? structuredClone(defaults[key])
  return Object.fromEntries((Object.keys(defaults) as (keyof Prefs)[]).map((key) => [key, read(key)])) as unknown as Prefs
}

/** Returns the text to store. */
export function writePrefs(prefs: Prefs): string {
  return JSON.stringify({ version, ...prefs })
}
