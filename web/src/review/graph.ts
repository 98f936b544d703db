// The graph of a game: where its points are, and which of them a finger means.

import type { ReviewReport } from '../net/types'

export interface Dot {
  ply: number
  x: number
  y: number
  nag: number
}
export interface Graph {
  /** The line through all positions, as the path of an SVG element. */
  line: string
  /** White's share: what lies below the line, from edge to edge. */
  area: string
  dots: Dot[]
}

/** What is left free at the edges for dots, in pixels. */
export const margin = 6

const fixed = (n: number) => Math.round(n * 10) / 10

export function x(ply: number, plies: number, width: number): number {
  return fixed(margin + (plies > 0 ? ply / plies : 0) * (width - 2 * margin))
}
export function y(chance: number, height: number): number {
  return fixed(margin + (1 - chance) * (height - 2 * margin))
}

/** Draws a report into so many pixels. */
export function graph(r: ReviewReport, width: number, height: number): Graph {
  const plies = r.points.length - 1
  const at = r.points.map((p, i) => [x(i, plies, width), y(p.chance, height)] as const)
  const line = at.map(([px, py], i) => `${i ? 'L' : 'M'}${px} ${py}`).join('')
  const area = `M0 ${at[0]![1]}L${line.slice(1)}L${width} ${at.at(-1)![1]}V${height}H0Z`
  const dots = r.moves
    .filter((m) => m.nag || m.missed)
    .map((m): Dot => ({ ply: m.ply, x: at[m.ply]![0], y: at[m.ply]![1], nag: m.nag ?? 0 }))
  return { line, area, dots }
}

/** The ply that lies nearest to a place. */
export function plyAt(px: number, plies: number, width: number): number {
  if (plies <= 0) return 0
  return Math.max(0, Math.min(plies, Math.round(((px - margin) / (width - 2 * margin)) * plies)))
}
