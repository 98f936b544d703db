// Reordering of a list by dragging.

/** Returns the list with one element moved to another index. */
export function moved<T>(list: readonly T[], from: number, to: number): T[] {
  const out = [...list]
  const [one] = out.splice(from, 1)
  if (one !== undefined) out.splice(Math.max(0, Math.min(to, out.length)), 0, one)
  return out
}

/** Returns the index of a row that was dragged by some pixels: the number of rows whose middle is above its own. */
export function placeOf(middles: readonly number[], from: number, by: number): number {
  const middle = middles[from]! + by
  return middles.filter((m, i) => i !== from && m < middle).length
}
