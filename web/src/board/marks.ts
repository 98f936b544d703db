// Drawings of marks on squares.

import { corners, unit } from './geometry'

const digits = (n: number) => String(Math.round(n * 10) / 10)

/** Returns the corners of a square's inset outline, each with arms of the given length in sides of a square. */
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

// SVG paths, each in a box of 100 × 100.

/** The mark of royal squares. */
export const crown = 'M14 78L8 30 30 50 50 20 70 50 92 30 86 78ZM14 90H86'

/** The mark of vanished squares, and the eyes above it for one move. */
export const grin =
  'M8 38C24 56 76 56 92 38C88 68 70 84 50 84C30 84 12 68 8 38ZM12 54C30 68 70 68 88 54M29 50L31 78M50 52V84M71 50L69 78'
export const eyes =
  'M16 20C20 6 36 4 42 20C36 29 23 29 16 20ZM84 20C77 29 64 29 58 20C64 4 80 6 84 20Z' +
  'M31 10C27 14 27 22 31 26C34 22 34 14 31 10ZM69 10C66 14 66 22 69 26C73 22 73 14 69 10Z'

/** An exclamation mark and a tick, so that marks do not depend on color. */
export const alarm = 'M50 18V58M50 78V80'
export const tick = 'M24 52L43 72L78 30'
