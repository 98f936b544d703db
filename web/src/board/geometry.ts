// Geometry of boards. Board views have points of a plane, x to the right and y upwards, in
// units of a square's side. Drawings have y downwards and 100 board units to a side, and
// may be turned by 180°.

import type { Box, Format, Look, Square } from '../net/types'

/** Board units in a side of a square. */
export const unit = 100

export interface Point {
  x: number
  y: number
}

/** A board without its pieces. */
export interface EmptyBoard {
  box: Box
  full: Format['full']
  squares: Square[]
  shapes: number[][]
}

/** Converts a point of the plane to board units. */
export function place(x: number, y: number, flipped: boolean): Point {
  return flipped ? { x: -x * unit, y: y * unit } : { x: x * unit, y: -y * unit }
}

/** Reports whether the squares are hexagons: some outline has not four corners. */
export function isHexagonal(shapes: number[][]): boolean {
  return shapes.some((s) => s.length !== 8)
}

/** Reports whether the board is a rectangle without missing squares. */
export function isFull(board: EmptyBoard): boolean {
  const [, , w, h] = board.box
  return !isHexagonal(board.shapes) && board.squares.length === Math.round(w) * Math.round(h)
}

/** Returns a square's corners around its center, moved inwards by a part of a side. */
export function corners(shape: readonly number[], flipped: boolean, inset = 0): Point[] {
  const points: Point[] = []
  for (let i = 0; i + 1 < shape.length; i += 2) points.push(place(shape[i]!, shape[i + 1]!, flipped))
  return inset ? shrunk(points, inset * unit) : points
}

/** Moves the edges of a polygon inwards. */
function shrunk(points: Point[], by: number): Point[] {
  const area = points.reduce((sum, p, i) => {
    const q = points[(i + 1) % points.length]!
    return sum + p.x * q.y - q.x * p.y
  }, 0)
  const turn = area > 0 ? by : -by
  return points.map((p, i) => {
    const a = points[(i + points.length - 1) % points.length]!
    const b = points[(i + 1) % points.length]!
    const d = Math.hypot(p.x - a.x, p.y - a.y)
    const e = Math.hypot(b.x - p.x, b.y - p.y)
    const [ax, ay, bx, by] = [(p.x - a.x) / d, (p.y - a.y) / d, (b.x - p.x) / e, (b.y - p.y) / e]
    const k = turn / (1 + ax * bx + ay * by)
    return { x: p.x - (ay + by) * k, y: p.y + (ax + bx) * k }
  })
}

const digits = (n: number) => String(Math.round(n * 100) / 100)

/** Returns a closed line as an SVG path. */
export function path(points: readonly Point[]): string {
  return 'M' + points.map((p) => `${digits(p.x)} ${digits(p.y)}`).join('L') + 'Z'
}

/** Returns the outline of a square around its own center, as an SVG path. */
export function outline(shape: readonly number[], flipped: boolean, inset = 0): string {
  return path(corners(shape, flipped, inset))
}

/** Returns the outline of a square at its place, as an SVG path. */
export function outlineAt(square: Square, shapes: number[][], flipped: boolean, inset = 0): string {
  const c = place(square.x, square.y, flipped)
  return path(corners(shapes[square.shape] ?? [], flipped, inset).map((p) => ({ x: p.x + c.x, y: p.y + c.y })))
}

/** Returns the outline of all squares together, as an SVG path: the edges of one square only, chained. */
export function boardOutline(board: EmptyBoard, flipped: boolean): string {
  const id = (p: Point) => `${Math.round(p.x * 8)},${Math.round(p.y * 8)}`
  const edges: { from: Point; to: Point }[] = []
  const known = new Set<string>()
  for (const square of board.squares) {
    const c = place(square.x, square.y, flipped)
    const points = corners(board.shapes[square.shape] ?? [], flipped).map((p) => ({ x: p.x + c.x, y: p.y + c.y }))
    points.forEach((from, i) => {
      const to = points[(i + 1) % points.length]!
      edges.push({ from, to })
      known.add(id(from) + ' ' + id(to))
    })
  }
  const next = new Map<string, Point[]>()
  for (const { from, to } of edges) {
    if (!known.has(id(to) + ' ' + id(from))) next.set(id(from), [...(next.get(id(from)) ?? []), to])
  }
  let d = ''
  for (const { from } of edges) {
    const loop: Point[] = []
    for (let at = from, to; (to = next.get(id(at))?.shift()); at = to) loop.push(at)
    if (loop.length) d += path(straightened(loop))
  }
  return d
}

/** Removes the points at which a closed line does not turn. */
function straightened(loop: Point[]): Point[] {
  return loop.filter((p, i) => {
    const a = loop[(i + loop.length - 1) % loop.length]!
    const b = loop[(i + 1) % loop.length]!
    return Math.abs((p.x - a.x) * (b.y - p.y) - (p.y - a.y) * (b.x - p.x)) > 1
  })
}

/** Returns the square at a point of the board. */
export function squareAt(board: EmptyBoard, p: Point, flipped: boolean): Square | undefined {
  return board.squares.find((square) => {
    const c = place(square.x, square.y, flipped)
    return isInside(corners(board.shapes[square.shape] ?? [], flipped), { x: p.x - c.x, y: p.y - c.y })
  })
}

/** Reports whether a point is inside a polygon: a ray to the right crosses its edges an odd number of times. */
function isInside(points: readonly Point[], p: Point): boolean {
  let inside = false
  points.forEach((a, i) => {
    const b = points[(i + 1) % points.length]!
    if (a.y > p.y !== b.y > p.y && p.x < ((b.x - a.x) * (p.y - a.y)) / (b.y - a.y) + a.x) inside = !inside
  })
  return inside
}

// ---- margins and extent

/** The format of chess, until that of the game is known. */
export const classic: Format = { look: 'classic', full: [8, 8] }

/** Width of a collapsed line, in sides of a square. */
export const sliver = 0.075

/** Returns how many files and ranks a rectangular board has lost. */
export function collapsedLines(board: EmptyBoard): { files: number; ranks: number } {
  if (!isFull(board)) return { files: 0, ranks: 0 }
  const [files, ranks] = board.full
  return { files: files - Math.round(board.box[2]), ranks: ranks - Math.round(board.box[3]) }
}

/** The space around the squares, in sides of a square. */
export interface Margin {
  left: number
  right: number
  top: number
  bottom: number
}

/** Returns the margin of a look. A compact board has its coordinates inside the squares. */
export function margin(look: Look, compact: boolean): Margin {
  if (look === 'mist') return compact ? all(0.06) : { left: 0.34, bottom: 0.34, right: 0.12, top: 0.12 }
  if (look === 'trio') return all(compact ? 0.26 : 0.52)
  return all(compact ? 0.17 : 0.36)
}

const all = (n: number): Margin => ({ left: n, right: n, top: n, bottom: n })

/** Returns width by height of a game's whole board; it is constant while a board shrinks. */
export function aspect(format: Format, compact = false): number {
  const [w, h] = format.full
  const m = margin(format.look, compact)
  return (w + m.left + m.right) / (h + m.top + m.bottom)
}

/** Reports whether a board of that width in CSS pixels is drawn compact; 0 is not yet known. */
export function isCompact(look: Look, width: number): boolean {
  return width > 0 && width < (look === 'trio' ? 470 : 440)
}

/** Width of every SVG viewBox; the height follows from aspect. */
export const width = 1000

/** Maps points of the board to the viewBox: times k, then moved by x and y. */
export interface Fit {
  k: number
  x: number
  y: number
}

/** A board of fewer squares is not drawn larger. */
const minimum = 4.6

/** The edges of a drawn board, in board units. */
export interface Extent {
  left: number
  right: number
  top: number
  bottom: number
}

/** Returns the extent of a board with its margin and the slivers of collapsed lines. */
export function extent(board: EmptyBoard, look: Look, flipped: boolean, compact: boolean): Extent {
  const m = margin(look, compact)
  const f = collapsedLines(board)
  const [x, y, w, h] = board.box
  const a = place(x, y, flipped)
  const b = place(x + w + f.files * sliver, y + h + f.ranks * sliver, flipped)
  return {
    left: Math.min(a.x, b.x) - m.left * unit,
    right: Math.max(a.x, b.x) + m.right * unit,
    top: Math.min(a.y, b.y) - m.top * unit,
    bottom: Math.max(a.y, b.y) + m.bottom * unit,
  }
}

/** Returns how a board fills the viewBox. */
export function fit(board: EmptyBoard, look: Look, flipped: boolean, compact: boolean): Fit {
  const e = extent(board, look, flipped, compact)
  const height = width / aspect({ look, full: board.full }, compact)
  const k = Math.min(
    width / Math.max(e.right - e.left, minimum * unit),
    height / Math.max(e.bottom - e.top, minimum * unit),
  )
  return { k, x: width / 2 - (k * (e.left + e.right)) / 2, y: height / 2 - (k * (e.top + e.bottom)) / 2 }
}

/** Where the viewBox is in an element that it fills as far as possible, in CSS pixels. */
export interface Letterbox {
  scale: number
  left: number
  top: number
}

export function letterbox(w: number, h: number, ratio: number): Letterbox {
  const scale = Math.min(w / width, (h * ratio) / width)
  return { scale, left: (w - width * scale) / 2, top: (h - (width / ratio) * scale) / 2 }
}

/** Converts CSS pixels from the element's corner to a point of the board. */
export function boardPoint(p: Point, box: Letterbox, f: Fit): Point {
  return { x: ((p.x - box.left) / box.scale - f.x) / f.k, y: ((p.y - box.top) / box.scale - f.y) / f.k }
}

/** Converts a point of the board to CSS pixels from the element's corner. */
export function pagePoint(p: Point, box: Letterbox, f: Fit): Point {
  return { x: box.left + (p.x * f.k + f.x) * box.scale, y: box.top + (p.y * f.k + f.y) * box.scale }
}
