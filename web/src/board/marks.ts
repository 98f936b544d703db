// Outlines of marks on cells.

import { corners, unit } from './geometry'

const digits = (n: number) => String(Math.round(n * 10) / 10)

/** Draws the corners of a cell's outline, drawn in, each with arms of the given length in units. */
export function brackets(shape: readonly number[], flipped: boolean, inset: number, arm: number): string {
  const points = corners(shape, flipped, inset)
  return points
    .map((p, i) => {
      const ends = [points[(i + points.length - 1) % points.length]!, points[(i + 1) % points.length]!].map((q) => {
        const d = Math.hypot(q.x - p.x, q.y - p.y)
        const t = Math.min(0.4, (arm * unit) / d)
        return `${digits(p.x + (q.x - p.x) * t)} ${digits(p.y + (q.y - p.y) * t)}`
      })
      return `M${ends[0]}L${digits(p.x)} ${digits(p.y)}L${ends[1]}`
    })
    .join('')
}
