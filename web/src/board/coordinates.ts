// Names of files and ranks, at the places where one looks for them.

import type { Square } from '../lib/types'
import { isHexagonal, place, sliver, unit, type Ground, type Point } from './geometry'

export interface Label {
  key: string
  text: string
  x: number
  y: number
  size: number
  tint: string
}

/**
 * Returns the label of each file, below its lowest square as one sees it, and of
 * each rank, to the left of its first; in a compact picture, in the corners of
 * these squares. Folded lines of a turned board lie between squares and labels.
 */
export function coordinates(ground: Ground, flipped: boolean, compact: boolean, folded: { files: number; ranks: number }): Label[] {
  const hexagons = isHexagonal(ground.shapes)
  if (hexagons && compact) return [] // the squares bear their names
  const at = (c: Square) => place(c.x, c.y, flipped)
  const foot = new Map<string, Square>()
  const side = new Map<string, Square>()
  for (const c of ground.squares) {
    if (c.name.length < 2) continue // the double square
    const [file, rank] = [c.name.slice(0, 1), c.name.slice(1)]
    const [f, s] = [foot.get(file), side.get(rank)]
    if (!f || at(c).y > at(f).y) foot.set(file, c)
    if (!s || at(c).x < at(s).x) side.set(rank, c)
  }
  const down = (flipped ? folded.ranks : 0) * sliver * unit
  const aside = (flipped ? folded.files : 0) * sliver * unit
  const out: Label[] = []
  for (const [file, c] of foot) {
    const p = at(c)
    let spot: Point = { x: p.x, y: p.y + (hexagons ? 112.5 : 74) + down }
    if (compact) spot = { x: p.x + 41, y: p.y + 36 }
    out.push(label('file ' + file, file, spot, c, hexagons, compact))
  }
  for (const [rank, c] of side) {
    const p = at(c)
    let spot: Point = { x: p.x - 73 - aside, y: p.y }
    if (hexagons) {
      const r = 112.5
      spot = { x: p.x - (r * Math.sqrt(3)) / 2, y: p.y + (flipped ? r / 2 : -r / 2) }
    } else if (compact) spot = { x: p.x - 47 + 7 * rank.length, y: p.y - 36 }
    else if (out.some((l) => Math.abs(l.x - spot.x) < 60 && spot.y - l.y > 0 && spot.y - l.y < 60)) spot.y += 24
    out.push(label('rank ' + rank, rank, spot, c, hexagons, compact))
  }
  return out
}

function label(key: string, text: string, p: Point, c: Square, hexagons: boolean, compact: boolean): Label {
  return { key, text, x: p.x, y: p.y, size: compact ? 23 : hexagons ? 38 : 31, tint: c.tint }
}
