// The labels of files and ranks.

import type { Square } from '../net/types'
import { isHexagonal, place, sliver, unit, type EmptyBoard, type Point } from './geometry'

export interface Label {
  key: string
  text: string
  x: number
  y: number
  size: number
  tint: string
}

/**
 * Returns the labels of the files, below their lowest squares as the user sees them, and
 * of the ranks, left of their first squares; on a compact board they are in the corners of
 * these squares. On a flipped board the slivers of collapsed lines are in between.
 */
export function coordinates(
  board: EmptyBoard,
  flipped: boolean,
  compact: boolean,
  collapsed: { files: number; ranks: number },
): Label[] {
  const hexagons = isHexagonal(board.shapes)
  if (hexagons && compact) return [] // the squares have their names
  const at = (c: Square) => place(c.x, c.y, flipped)
  const foot = new Map<string, Square>()
  const side = new Map<string, Square>()
  for (const c of board.squares) {
    if (c.name.length < 2) continue // the double square
    const [file, rank] = [c.name.slice(0, 1), c.name.slice(1)]
    const [f, s] = [foot.get(file), side.get(rank)]
    if (!f || at(c).y > at(f).y) foot.set(file, c)
    if (!s || at(c).x < at(s).x) side.set(rank, c)
  }
  const down = (flipped ? collapsed.ranks : 0) * sliver * unit
  const aside = (flipped ? collapsed.files : 0) * sliver * unit
  const out: Label[] = []
  for (const [file, c] of foot) {
    const p = at(c)
    let center: Point = { x: p.x, y: p.y + (hexagons ? 112.5 : 67) + down }
    if (compact) center = { x: p.x + 41, y: p.y + 36 }
    out.push(label('file ' + file, file, center, c, hexagons, compact))
  }
  for (const [rank, c] of side) {
    const p = at(c)
    let center: Point = { x: p.x - 67 - aside, y: p.y }
    if (hexagons) {
      const r = 112.5
      center = { x: p.x - (r * Math.sqrt(3)) / 2, y: p.y + (flipped ? r / 2 : -r / 2) }
    } else if (compact) center = { x: p.x - 50 + 10 * rank.length, y: p.y - 36 }
    else if (out.some((l) => Math.abs(l.x - center.x) < 60 && center.y - l.y > 0 && center.y - l.y < 60)) center.y += 24
    out.push(label('rank ' + rank, rank, center, c, hexagons, compact))
  }
  return out
}

function label(key: string, text: string, p: Point, c: Square, hexagons: boolean, compact: boolean): Label {
  return { key, text, x: p.x, y: p.y, size: compact ? 23 : hexagons ? 38 : 24, tint: c.tint }
}
