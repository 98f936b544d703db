// Measures as text.

import { atlas as words, figure, measures as texts } from './text'
import type { Measure, Measures } from './atlas'
import { median } from './scale'

const space = '\u00a0'

/** Names a measure. */
export const nameOf = (name: string): string => texts[name]?.[0] ?? name

/** Returns the unit of a measure, such as “%” or “a game”. */
export const unitOf = (name: string): string => texts[name]?.[1] ?? ''

/** Returns a value with its error: “52.3 ± 1.6”. */
export function numberOf(m: Measure, i: number): string {
  const error = m.errors ? `${space}±${space}${figure(m.errors[i]!, m.decimals)}` : ''
  return figure(m.values[i]!, m.decimals) + error
}

/** Returns a value with its error and its unit: “52.3 ± 1.6 %”. */
export function valueOf(m: Measure, i: number): string {
  const unit = unitOf(m.name)
  return unit ? numberOf(m, i) + space + unit : numberOf(m, i)
}

/** Returns the measures that the page has names for, in the order of those. */
export const known = (all: Measures): Measure[] => Object.keys(texts).flatMap((name) => all.get(name) ?? [])

/** Returns known measures in groups of a list of choices. */
export function grouped(all: Measures): { name: string; measures: Measure[] }[] {
  const group = (m: Measure) => {
    if (/^(changes|kings|captures|drops|expelled|left)/.test(m.name)) return 'pieces'
    return /^(checkmate|kingGone|stalemate|repetition|fifty|dead|tooLong)$/.test(m.name) ? 'end' : 'game'
  }
  const list = known(all)
  return (['game', 'pieces', 'end'] as const)
    .map((name) => ({ name: words.groups[name], measures: list.filter((m) => group(m) === name) }))
    .filter((g) => g.measures.length)
}

/** Returns the typical standard error of White's score as text, empty if there is none. */
export function typicalError(all: Measures): string {
  const m = all.get('white')
  return m?.errors ? words.points(figure(median(m.errors), m.decimals)) : ''
}
