// The level of the computer that fits the user, for each variant: the first game is against the
// weakest, a win leads one level up.

import { isRecord, local } from '../net/stored'
import type { Color, Game } from '../net/types'
import { familyOf } from '../rules/variant'

const key = 'wane-levels'

/** The weakest and the strongest level. */
const [weakest, strongest] = [1, 8]
/** How many levels there are. */
export const levels = strongest

const read = () => local.read(key, isRecord) ?? {}

/** Returns what is kept under a name; undefined if it is no level. */
function levelOf(name: string): number | undefined {
  const level = read()[name]
  return typeof level === 'number' && Number.isInteger(level) && level >= weakest && level <= strongest
    ? level
    : undefined
}
/** Returns the level that fits. */
export const levelFor = (variant: string): number => levelOf(familyOf(variant)) ?? weakest

const wonKey = (variant: string) => `${familyOf(variant)} won`
/** Returns the strongest level that the user has beaten, or 0. */
export const beaten = (variant: string): number => levelOf(wonKey(variant)) ?? 0

/** Notes the level that the user has chosen. */
export const noteLevel = (variant: string, level: number) => local.write(key, { ...read(), [familyOf(variant)]: level })

/** Notes that the user has won against a level: the next game is against a stronger one. */
export function noteWin(variant: string, level: number): void {
  local.write(key, { ...read(), [wonKey(variant)]: Math.max(beaten(variant), level) })
  if (level >= levelFor(variant)) noteLevel(variant, Math.min(strongest, level + 1))
}

const endedKey = 'wane-ended'
const endedGames = () => Number(local.getItem(endedKey)) || 0
/** Reports whether the user has played few games to their end in this browser. */
export const fewPlayed = (): boolean => endedGames() < 5

/** Notes the end of a game on the server, which the user played with a color. */
export function noteResult(game: Pick<Game, 'variant' | 'white' | 'black' | 'result'>, color: Color): void {
  local.setItem(endedKey, String(endedGames() + 1))
  const { level } = color === 'white' ? game.black : game.white
  if (level && game.result === (color === 'white' ? '1-0' : '0-1')) noteWin(game.variant, level)
}

/** Reports whether the user has played against the computer before. */
export const hasPlayed = (): boolean => Object.keys(read()).length > 0
