// The preferences as this browser stores them. Whatever is stored is validated: a field
// that is missing or damaged has its default.

import { site } from './site'
import type { Stored } from './stored'
import type { Look } from './types'

/** The languages of the page, the usual first. */
export const languages = ['en', 'de'] as const
/** A language of the page. */
export type Language = (typeof languages)[number]

/** The drawings of the pieces, the usual first. */
export const pieceSets = ['staunton', 'flat', 'letters'] as const
/** The colors of boards, the usual first. */
export const boardThemes = ['wood', 'stone', 'meadow', 'lilac', 'ocean', 'ink'] as const
/** The name of a board's colors. */
export type BoardTheme = (typeof boardThemes)[number]

/** What a user can choose in the settings. */
export interface Prefs {
  language: 'auto' | Language
  theme: 'auto' | 'light' | 'dark'
  pieces: (typeof pieceSets)[number]
  figurines: boolean // instead of letters in moves
  /** The board theme of each look. */
  boards: Record<Look, BoardTheme>
  /** Percent of the size that the window allows. */
  size: number
  coordinates: boolean
  zen: boolean // pages with a board have no header, and games no list of moves
  motion: 'auto' | 'slow' | 'normal' | 'fast' | 'none'
  sound: boolean
  volume: number // percent
  confirm: 'never' | 'days' | 'always' // when a second tap confirms a move; days: in games with days per move
  premoves: boolean // moves that are played as soon as the opponent has moved
  queen: boolean // a single own pawn becomes a queen without a question
  /** The chat beside a game: where there is room, open, closed, or neither shown nor loaded. */
  chat: 'auto' | 'open' | 'closed' | 'off'
  shortcuts: boolean // single letters are shortcuts on pages with a board
  typing: boolean // the field to type moves is always there
}

/** The smallest size of a board, in percent. */
export const smallest = 50

/** The preferences of a new user. */
export const defaults: Prefs = {
  language: 'auto',
  theme: 'auto',
  pieces: 'staunton',
  figurines: false,
  boards: { classic: 'wood', court: 'stone', trio: 'meadow', mist: 'lilac' },
  size: 100,
  coordinates: true,
  zen: false,
  motion: 'auto',
  sound: true,
  volume: 100,
  confirm: 'never',
  premoves: true,
  queen: false,
  chat: 'auto',
  shortcuts: true,
  typing: false,
}

/** The looks of boards. */
export const looks = Object.keys(defaults.boards) as Look[]

/** The version of what is stored. */
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

/** The readers of what is no flag. */
const readers: { [K in keyof Prefs as Prefs[K] extends boolean ? never : K]: Reader<Prefs[K]> } = {
  language: oneOf(['auto', ...languages]),
  theme: oneOf(['auto', 'light', 'dark']),
  pieces: oneOf(pieceSets),
  boards: (x) => {
    const theme = oneOf(boardThemes)
    const stored = fields(x)
    return Object.fromEntries(
      looks.map((look) => [look, theme(stored[look]) ?? defaults.boards[look]]),
    ) as Prefs['boards']
  },
  size: percent(smallest),
  motion: oneOf(['auto', 'slow', 'normal', 'fast', 'none']),
  volume: percent(0),
  confirm: oneOf(['never', 'days', 'always']),
  chat: oneOf(['auto', 'open', 'closed', 'off']),
}

const fields = (x: unknown): Record<string, unknown> =>
  x && typeof x === 'object' ? (x as Record<string, unknown>) : {}

/** Reads stored preferences. */
export function readPrefs(text: string | null): Prefs {
  const stored = parse(text)
  const read = (key: keyof Prefs) => (key in readers ? readers[key as keyof typeof readers] : flag)(stored[key])
  return Object.fromEntries(keys.map((key) => [key, read(key) ?? structuredClone(defaults[key])])) as unknown as Prefs
}

/** Returns the text to store instead of another. What a newer version stored and this one cannot read stays. */
export function writePrefs(prefs: Prefs, instead: string | null = null): string {
  const stored = parse(instead)
  if (!isCurrent(stored)) return JSON.stringify({ version, ...prefs })
  const read = readPrefs(instead)
  const changed = keys.filter((key) => JSON.stringify(read[key]) !== JSON.stringify(prefs[key]))
  return JSON.stringify({ ...stored, ...Object.fromEntries(changed.map((key) => [key, prefs[key]])) })
}

const keys = Object.keys(defaults) as (keyof Prefs)[]

/** Reports whether this version or a newer one stored the fields. */
const isCurrent = (stored: Record<string, unknown>) =>
  typeof stored['version'] === 'number' && stored['version'] >= version

function parse(text: string | null): Record<string, unknown> {
  try {
    return fields(JSON.parse(text ?? ''))
  } catch {
    return {} // nothing is stored, or it is damaged
  }
}

/** Keeps the chosen language in a cookie: the server writes pages in it. */
export function keepLanguage(
  setting: Prefs['language'],
  page: Pick<Document, 'cookie'> | undefined = globalThis.document,
): void {
  try {
    if (site || !page || (setting === 'auto' && !page.cookie.includes('wane-language='))) return
    const secure = location.protocol === 'https:' ? '; secure' : ''
    page.cookie = `wane-language=${setting}; path=/; samesite=lax; max-age=${setting === 'auto' ? 0 : 31_536_000}${secure}`
  } catch {
    // A frame of another site may have no cookies.
  }
}

/** The key of the preferences in the browser's storage. */
export const storageKey = 'wane-settings'

/** The preferences in the browser's storage as one tab uses it. */
export class PrefsStorage {
  #known = '' // the preferences that need not be stored

  constructor(private readonly storage: Pick<Stored, 'getItem' | 'setItem'>) {}

  /** Reads the preferences. */
  read(): Prefs {
    return this.#know(readPrefs(this.storage.getItem(storageKey)))
  }

  /** Reads what another tab has stored; null if that tab is of an earlier version and knows less. */
  receive(text: string | null): Prefs | null {
    return isCurrent(parse(text)) ? this.#know(readPrefs(text)) : null
  }

  /** Stores the preferences if the user has changed them: tabs that store what they receive never end. */
  write(prefs: Prefs): void {
    const text = JSON.stringify(prefs)
    if (text === this.#known) return
    this.#known = text
    keepLanguage(prefs.language)
    this.storage.setItem(storageKey, writePrefs(prefs, this.storage.getItem(storageKey)))
  }

  #know(prefs: Prefs): Prefs {
    this.#known = JSON.stringify(prefs)
    return prefs
  }
}
