// What the marks of a preview are made of: bands of squares that will close up,
// and lines from one square to another.

import type { Square } from '../lib/types'
import { place, unit, type Ground, type Point } from './geometry'

/** A line of squares that will collapse: a whole file or rank. */
export interface Band {
  axis: 'x' | 'y'
  x: number
  y: number
  w: number
  h: number
  centres: Point[]
}

/** Sorts the squares that will fold away into whole files (which close along x) and ranks (along y). */
export function bands(ground: Ground, keys: readonly number[], flipped: boolean): Band[] {
  const marked = new Set(keys)
  const out: Band[] = []
  for (const [axis, line] of [
    ['x', (c: Square) => c.col],
    ['y', (c: Square) => c.row],
  ] as const) {
    const groups = new Map<number, Square[]>()
    for (const c of ground.squares) groups.set(line(c), [...(groups.get(line(c)) ?? []), c])
    for (const squares of groups.values()) {
      if (!squares.every((c) => marked.has(c.key))) continue
      const centres = squares.map((c) => place(c.x, c.y, flipped))
      const x = Math.min(...centres.map((p) => p.x)) - unit / 2
      const y = Math.min(...centres.map((p) => p.y)) - unit / 2
      const w = Math.max(...centres.map((p) => p.x)) + unit / 2 - x
      const h = Math.max(...centres.map((p) => p.y)) + unit / 2 - y
      out.push({ axis, x, y, w, h, centres })
    }
  }
  return out
}

/** Draws a straight way between two points that stays clear of what stands there, and its head. */
export function arrow(a: Point, b: Point, clear = 40): { line: string; head: string } {
  const d = Math.hypot(b.x - a.x, b.y - a.y) || 1
  const [ux, uy] = [(b.x - a.x) / d, (b.y - a.y) / d]
  const near = Math.min(clear, d / 3)
  const at = (along: number, aside: number) => `${Math.round(a.x + ux * along - uy * aside)} ${Math.round(a.y + uy * along + ux * aside)}`
  const tip = d - near
  return { line: `M${at(near, 0)}L${at(tip - 22, 0)}`, head: `M${at(tip, 0)}L${at(tip - 26, 17)}L${at(tip - 26, -17)}Z` }
}

/** Draws a whole arrow as one outline: from beside a's middle to b's, with half the given breadth on each side. */
export function shaft(a: Point, b: Point, half: number, clear: number): string {
  const d = Math.hypot(b.x - a.x, b.y - a.y) || 1
  const [ux, uy] = [(b.x - a.x) / d, (b.y - a.y) / d]
  const at = (along: number, aside: number) => `${Math.round(a.x + ux * along - uy * aside)} ${Math.round(a.y + uy * along + ux * aside)}`
  const begin = Math.min(clear, d / 4)
  const head = Math.max(2.4 * half, 14)
  const neck = d - Math.min(1.6 * head, d / 2)
  return `M${at(begin, half)}L${at(neck, half)}L${at(neck, head)}L${at(d, 0)}L${at(neck, -head)}L${at(neck, -half)}L${at(begin, -half)}Z`
}
