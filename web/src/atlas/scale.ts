// Scales and distributions of measures.

export type Range = readonly [low: number, high: number]

/** Returns the least and the greatest value. */
export function range(values: readonly number[]): Range {
  let low = Infinity
  let high = -Infinity
  for (const v of values) {
    low = Math.min(low, v)
    high = Math.max(high, v)
  }
  return low > high ? [0, 0] : [low, high]
}

/** Returns the range with some space on either side, so that no point is on the edge. */
export function padded([low, high]: Range, by = 0.04): Range {
  const space = (high - low) * by || Math.abs(low) * by || 1
  return [low - space, high + space]
}

/** Returns round numbers within a range, about as many as given. */
export function ticks([low, high]: Range, about: number): number[] {
  const rough = (high - low) / Math.max(1, about)
  if (!(rough > 0)) return [low]
  const unit = 10 ** Math.floor(Math.log10(rough))
  const step = ([1, 2, 5].find((m) => m * unit >= rough * 0.999) ?? 10) * unit
  const all: number[] = []
  for (let n = Math.ceil(low / step - 1e-9); n * step <= high + step * 1e-9; n++)
    all.push(Number((n * step).toPrecision(12)))
  return all
}

/** Returns how many decimals a list of ticks needs. */
export function digits(list: readonly number[]): number {
  return Math.max(0, ...list.map((n) => String(n).split('.')[1]?.length ?? 0))
}

/** Returns the function that maps a range to pixels, and its inverse. */
export function scale(
  [low, high]: Range,
  [from, to]: Range,
): { at: (v: number) => number; value: (px: number) => number } {
  const factor = (to - from) / (high - low || 1)
  return { at: (v) => from + (v - low) * factor, value: (px) => low + (px - from) / factor }
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}

/** Counts values in bins of equal width over their range. */
export function histogram(values: readonly number[], bins: number): number[] {
  const [low, high] = range(values)
  const counts = new Array<number>(bins).fill(0)
  for (const v of values) counts[Math.min(bins - 1, Math.floor(((v - low) / (high - low || 1)) * bins))]!++
  return counts
}

/** Returns the percentage of the other values that are less than the one at an index. */
export function above(values: readonly number[], i: number): number {
  const less = values.filter((v) => v < values[i]!).length
  return values.length > 1 ? Math.round((100 * less) / (values.length - 1)) : 0
}
