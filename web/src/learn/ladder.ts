// The ladder of a game: its lesson, ten drills by theme, and the computer from level 1 upwards. What is done is marked in
// this browser, so it stays when an account is made, and needs no network.

import { beaten, levels } from '../lobby/levels'
import { link, type RouteName } from '../net/links'
import { familyOf } from '../rules/variant'
import { loadProgress } from './progress'

/** A stage: how much of it is done, what is next, from 1, and its page; the computer has none. */
export type Rung = { done: number; next: number; of: number } & (
  { kind: 'lesson' | 'drills'; href: string } | { kind: 'levels' }
)

/** Under what name the progress in drills is kept. */
export const drillsOf = (variant: string): string => `${variant} drills`

/** Returns the rungs of a game, from below. */
export function ladderOf(variant: string): Rung[] {
  const learned = (kind: 'lesson' | 'drills', page: RouteName, name: string, of: number): Rung => {
    const progress = loadProgress(name, of)
    const done = progress.filter((p) => p === 'done').length
    return { kind, done, next: progress.indexOf('') + 1 || of, of, href: link(page, variant) }
  }
  const family = familyOf(variant)
  return [
    learned('lesson', 'lesson', family, 5),
    learned('drills', 'drills', drillsOf(family), 10),
    { kind: 'levels', done: beaten(family), next: Math.min(levels, beaten(family) + 1), of: levels },
  ]
}

/** Returns the lowest rung that is not done. */
export const nextRung = (rungs: readonly Rung[]): Rung | undefined => rungs.find((r) => r.done < r.of)
