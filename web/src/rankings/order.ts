// Changing the order of a few things by hand.

/** The list with what stands at one place put at another. */
export function moved<T>(list: readonly T[], from: number, to: number): T[] {
  const out = [...list]
  const [one] = out.splice(from, 1)
  if (one !== undefined) out.splice(Math.max(0, Math.min(to, out.length)), 0, one)
  return out
}

/** The place at which a row is to be put that was dragged: the number of rows whose middle lies above its own. */
export function placeOf(middles: readonly number[], from: number, by: number): number {
  const middle = middles[from]! + by
  return middles.filter((m, i) => i !== from && m < middle).length
}
