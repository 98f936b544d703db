// Shapes that show what a move would do: bands of squares that collapse, arrows from
// one square to another, and pieces that fade.

import type { Piece, Preview, Square } from '../net/types'
import { place, unit, type EmptyBoard, type Point } from './geometry'

/** A file or rank that collapses. */
export interface Band {
  axis: 'x' | 'y'
  x: number
  y: number
  w: number
  h: number
  centers: Point[]
}

/** Returns the files (which collapse along x) and ranks (along y) that the given squares make up. */
export function bands(board: EmptyBoard, keys: readonly number[], flipped: boolean): Band[] {
  const marked = new Set(keys)
  const out: Band[] = []
  for (const [axis, line] of [
    ['x', (c: Square) => c.col],
    ['y', (c: Square) => c.row],
  ] as const) {
    const groups = new Map<number, Square[]>()
    for (const c of board.squares) groups.set(line(c), [...(groups.get(line(c)) ?? []), c])
    for (const squares of groups.values()) {
      if (!squares.every((c) => marked.has(c.key))) continue
      const centers = squares.map((c) => place(c.x, c.y, flipped))
      const x = Math.min(...centers.map((p) => p.x)) - unit / 2
      const y = Math.min(...centers.map((p) => p.y)) - unit / 2
      const w = Math.max(...centers.map((p) => p.x)) + unit / 2 - x
      const h = Math.max(...centers.map((p) => p.y)) + unit / 2 - y
      out.push({ axis, x, y, w, h, centers })
    }
  }
  return out
}

/** Returns the paths of a line between two points and of its head; both ends stay clear of the pieces there. */
export function arrow(a: Point, b: Point, clear = 40): { line: string; head: string } {
  const d = Math.hypot(b.x - a.x, b.y - a.y) || 1
  const [ux, uy] = [(b.x - a.x) / d, (b.y - a.y) / d]
  const near = Math.min(clear, d / 3)
  const at = (along: number, aside: number) =>
    `${Math.round(a.x + ux * along - uy * aside)} ${Math.round(a.y + uy * along + ux * aside)}`
  const tip = d - near
  return {
    line: `M${at(near, 0)}L${at(tip - 22, 0)}`,
    head: `M${at(tip, 0)}L${at(tip - 26, 17)}L${at(tip - 26, -17)}Z`,
  }
}

/** Returns the outline of an arrow from near a to b, with the given half width. */
export function arrowOutline(a: Point, b: Point, half: number, clear: number): string {
  const d = Math.hypot(b.x - a.x, b.y - a.y) || 1
  const [ux, uy] = [(b.x - a.x) / d, (b.y - a.y) / d]
  const at = (along: number, aside: number) =>
    `${Math.round(a.x + ux * along - uy * aside)} ${Math.round(a.y + uy * along + ux * aside)}`
  const begin = Math.min(clear, d / 4)
  const head = Math.max(2.4 * half, 14)
  const neck = d - Math.min(1.6 * head, d / 2)
  return `M${at(begin, half)}L${at(neck, half)}L${at(neck, head)}L${at(d, 0)}L${at(neck, -head)}L${at(neck, -half)}L${at(begin, -half)}Z`
}

/**
 * Returns the CSS classes of the pieces that a previewed move affects, by key: captured
 * and expelled pieces, and the moving one, whose ghost stands on the target.
 */
export function fadedPieces(preview: Preview | null, mover: Piece | undefined): Map<number, string> {
  const classes = new Map<number, string>()
  for (const key of preview?.captures ?? []) classes.set(key, 'going')
  for (const key of preview?.expel ?? []) classes.set(key, 'hidden')
  if (mover) classes.set(mover.key, 'dim')
  return classes
}
