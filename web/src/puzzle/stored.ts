// What this browser remembers of a player's puzzles.

import { isRecord, isStrings, local, session } from '../net/stored'
import { lastVariant } from '../rules/variant'
import { variants } from './puzzle'

const seenKey = 'wane-puzzles-seen'
const most = 1500 // IDs

/** The puzzles that were shown in this browser. */
export const seen = (): Set<string> => new Set(local.read(seenKey, isStrings))

/** Notes that a puzzle was shown. */
export function see(id: string): void {
  const list = (local.read(seenKey, isStrings) ?? []).filter((s) => s !== id)
  local.write(seenKey, [...list, id].slice(-most))
}

const idleKey = 'wane-puzzles-idle'
/** The puzzles that are not given out, as last known. */
export const knownIdle = (): string[] => local.read(idleKey, isStrings) ?? []
export const knowIdle = (ids: string[]): boolean => local.write(idleKey, ids.length ? ids : undefined)

const ratingKey = 'wane-puzzle-ratings'
export interface KnownRating {
  rating: number
  provisional?: boolean
  /** How many puzzles the player has solved. */
  solved?: number
}
const rating = (v: unknown): v is KnownRating => isRecord(v) && typeof v['rating'] === 'number'

/** The player's puzzle rating in a variant, as last known. */
export const knownRating = (variant: string): KnownRating | undefined => {
  const found = local.read(ratingKey, isRecord)?.[variant]
  return rating(found) ? found : undefined
}
export function knowRating(variant: string, known: KnownRating): void {
  local.write(ratingKey, { ...local.read(ratingKey, isRecord), [variant]: known })
}

const bestKey = 'wane-puzzle-best'

/** The best score of a kind of run in this browser. */
export function best(kind: string, variant: string): number {
  const found = local.read(bestKey, isRecord)?.[`${kind} ${variant}`]
  return typeof found === 'number' ? found : 0
}
export function keepBest(kind: string, variant: string, score: number): void {
  if (score > best(kind, variant))
    local.write(bestKey, { ...local.read(bestKey, isRecord), [`${kind} ${variant}`]: score })
}

const choiceKey = 'wane-puzzle-variant'
/** The variant that was chosen last; '' for all. Without a choice it is that which was learned or played last. */
export const chosenVariant = (): string =>
  local.read(choiceKey, (v): v is string => typeof v === 'string') ??
  variants.find((v) => v === lastVariant()) ??
  variants[0]
export const chooseVariant = (variant: string): boolean => local.write(choiceKey, variant)

const triedKey = 'wane-puzzle-tried'
/** The variant of the last attempt in this browser; without one the chosen one, and never all. */
export const triedVariant = (): string =>
  variants.find((v) => v === local.getItem(triedKey)) ?? (chosenVariant() || variants[0])
export const noteTried = (variant: string): boolean => local.setItem(triedKey, variant)

const currentKey = 'wane-puzzle-current'
/** The puzzle that is being solved in this tab, so that a reload does not replace it. */
export interface Current {
  /** The filter it was chosen by. */
  filter: string
  puzzle: unknown
  /** It counts as not solved already. */
  failed: boolean
}
const current = (v: unknown): v is Current => isRecord(v) && typeof v['filter'] === 'string' && isRecord(v['puzzle'])
export const readCurrent = (): Current | undefined => session.read(currentKey, current)
export const writeCurrent = (c: Current | undefined): boolean => session.write(currentKey, c)

const unratedKey = 'wane-puzzles-unrated'
/** Whether attempts shall be rated. */
export const ratedMode = (): boolean => !local.read(unratedKey, (v): v is true => v === true)
export const setRatedMode = (rated: boolean): boolean => local.write(unratedKey, rated ? undefined : true)
