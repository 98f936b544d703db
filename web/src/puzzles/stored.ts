// What this browser remembers of a player's puzzles.

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

function open(kind: 'localStorage' | 'sessionStorage'): Store | null {
  try {
    return globalThis[kind]
  } catch {
    return null // storage is blocked
  }
}

/** Reads a value; undefined if there is none or it is damaged. */
export function read<T>(key: string, valid: (v: unknown) => v is T, store = open('localStorage')): T | undefined {
  try {
    const v: unknown = JSON.parse(store?.getItem(key) ?? 'null')
    return valid(v) ? v : undefined
  } catch {
    return undefined
  }
}

/** Stores a value; undefined removes it. Returns false if storage is full or blocked. */
export function write(key: string, value: unknown, store = open('localStorage')): boolean {
  try {
    if (value === undefined) store?.removeItem(key)
    else store?.setItem(key, JSON.stringify(value))
    return store !== null
  } catch {
    return false
  }
}

const strings = (v: unknown): v is string[] => Array.isArray(v) && v.every((s) => typeof s === 'string')
const record = (v: unknown): v is Record<string, unknown> => !!v && typeof v === 'object' && !Array.isArray(v)

const seenKey = 'wane-puzzles-seen'
const most = 1500 // IDs

/** The puzzles that were shown in this browser. */
export const seen = (): Set<string> => new Set(read(seenKey, strings))

/** Notes that a puzzle was shown. */
export function see(id: string): void {
  const list = (read(seenKey, strings) ?? []).filter((s) => s !== id)
  write(seenKey, [...list, id].slice(-most))
}

const idleKey = 'wane-puzzles-idle'
/** The puzzles that are not given out, as last known. */
export const knownIdle = (): string[] => read(idleKey, strings) ?? []
export const knowIdle = (ids: string[]): boolean => write(idleKey, ids.length ? ids : undefined)

const ratingKey = 'wane-puzzle-ratings'
export interface KnownRating {
  rating: number
  provisional?: boolean
}
const rating = (v: unknown): v is KnownRating => record(v) && typeof v['rating'] === 'number'

/** The player's puzzle rating in a variant, as last known. */
export const knownRating = (variant: string): KnownRating | undefined => {
  const found = read(ratingKey, record)?.[variant]
  return rating(found) ? found : undefined
}
export function knowRating(variant: string, known: KnownRating): void {
  write(ratingKey, { ...read(ratingKey, record), [variant]: known })
}

const bestKey = 'wane-puzzle-best'

/** The best score of a kind of run in this browser. */
export function best(kind: string, variant: string): number {
  const found = read(bestKey, record)?.[`${kind} ${variant}`]
  return typeof found === 'number' ? found : 0
}
export function keepBest(kind: string, variant: string, score: number): void {
  if (score > best(kind, variant)) write(bestKey, { ...read(bestKey, record), [`${kind} ${variant}`]: score })
}

const choiceKey = 'wane-puzzle-variant'
/** The variant that was chosen last; '' for all. */
export const chosenVariant = (): string => read(choiceKey, (v): v is string => typeof v === 'string') ?? ''
export const chooseVariant = (variant: string): boolean => write(choiceKey, variant)

const currentKey = 'wane-puzzle-current'
/** The puzzle that is being solved in this tab, so that a reload does not replace it. */
export interface Current {
  /** The filter it was chosen by. */
  filter: string
  puzzle: unknown
  /** It counts as not solved already. */
  failed: boolean
}
const current = (v: unknown): v is Current => record(v) && typeof v['filter'] === 'string' && record(v['puzzle'])
export const readCurrent = (): Current | undefined => read(currentKey, current, open('sessionStorage'))
export const writeCurrent = (c: Current | undefined): boolean => write(currentKey, c, open('sessionStorage'))

const unratedKey = 'wane-puzzles-unrated'
/** Whether attempts shall be rated. */
export const ratedMode = (): boolean => !read(unratedKey, (v): v is true => v === true)
export const setRatedMode = (rated: boolean): boolean => write(unratedKey, rated ? undefined : true)
