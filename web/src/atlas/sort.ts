// Sorts rankings by a measure or by their letters.

import type { Atlas, Measures } from './atlas'
import type { RankingEntry } from '../net/types'

export interface Sorting {
  /** The name of a measure, or “ranking”. */
  by: string
  down: boolean
}

/** Returns the sorting after a click on a column: measures begin with the greatest value, letters with A. */
export function clicked(now: Sorting | undefined, by: string): Sorting {
  return now?.by === by ? { by, down: !now.down } : { by, down: by !== 'ranking' }
}

/** Returns rankings in the order of a sorting; equal ones keep theirs, and those without a value are last. */
export function sorted(
  rankings: readonly RankingEntry[],
  sorting: Sorting | undefined,
  index: Atlas['index'],
  measures: Measures,
): readonly RankingEntry[] {
  if (!sorting) return rankings
  const sign = sorting.down ? -1 : 1
  if (sorting.by === 'ranking') return rankings.toSorted((a, b) => sign * (a.order < b.order ? -1 : 1))
  const values = measures.get(sorting.by)?.values
  if (!values) return rankings
  const value = (e: RankingEntry) => values[index.get(e.order) ?? -1]
  return rankings.toSorted((a, b) => {
    const [x, y] = [value(a), value(b)]
    if (x === undefined || y === undefined) return Number(x === undefined) - Number(y === undefined)
    return sign * (x - y)
  })
}
