// A move as a short film: a list of pictures, each with the time it takes to get
// there from the one before. The stylesheet moves things between pictures.

import type { Square, Piece, BoardView, Step } from '../lib/types'
import type { Ground } from './geometry'

/** How a piece leaves the board. */
export type Exit = 'taken' | 'expelled' | 'melted'

export interface Picture extends Ground {
  pieces: Piece[]
}

export interface Frame {
  picture: Picture
  /** Milliseconds until the next frame begins. */
  time: number
  kind: Step['kind'] | 'end'
  /** Pieces who were on the picture before and are not on any later one. */
  exits: { piece: Piece; how: Exit }[]
  /** Keys of pieces who have been taken and will be put back on the board. */
  lifted: number[]
  /** Squares that fold away on the way to this picture, and along which axis. */
  folding: { squares: Square[]; axis: 'x' | 'y' } | null
  /** From where to where a drop check goes. */
  dropCheck: [number, number] | null
}

/** Milliseconds that a step takes; slides take longer the farther they go. */
const times: Record<Step['kind'] | 'end', number> = {
  slide: 180,
  capture: 180,
  expel: 300,
  drop: 320,
  demote: 280,
  'drop-check': 520,
  vanish: 240,
  collapse: 360,
  promote: 280,
  end: 0,
}

/** Returns the picture of a whole board view, with the ground of the one before if it is unchanged. */
export function pictureOf(view: BoardView, before: Ground): Picture {
  return {
    box: view.box,
    squares: view.squares ?? before.squares,
    shapes: view.shapes ?? before.shapes,
    pieces: view.pieces,
  }
}

/** Splits a board view's move into frames, from the picture before it to the board view itself. */
export function frames(before: Picture, view: BoardView): Frame[] {
  const out: Frame[] = []
  let at = before
  let lifted: number[] = []
  for (const step of view.steps ?? []) {
    const picture: Picture = {
      box: step.box ?? at.box,
      squares: step.squares ?? at.squares,
      shapes: step.shapes ?? at.shapes,
      pieces: step.pieces,
    }
    const f = frame(step, at, picture, lifted)
    out.push(f)
    at = picture
    lifted = f.lifted
  }
  out.push(frame(null, at, pictureOf(view, before), lifted))
  return out
}

function frame(step: Step | null, from: Picture, to: Picture, lifted: number[]): Frame {
  const here = new Set(to.pieces.map((m) => m.key))
  const kind = step?.kind ?? 'end'
  const how: Exit = kind === 'expel' ? 'expelled' : kind === 'demote' ? 'melted' : 'taken'
  const marks = step?.marks ?? []
  const slides = kind === 'slide' || kind === 'capture'
  return {
    picture: to,
    time: times[kind] + (slides ? slideTime(from, to) : 0),
    kind,
    exits: from.pieces.filter((m) => !here.has(m.key)).map((piece) => ({ piece, how })),
    lifted: overlain(from, to, lifted),
    folding: folding(from, to),
    dropCheck: kind === 'drop-check' && marks.length > 1 ? [marks[0]!, marks[1]!] : null,
  }
}

/**
 * Finds the pieces who share their square with a captor: they are about to be dropped
 * elsewhere. He who came last is the captor.
 */
function overlain(from: Picture, to: Picture, before: number[]): number[] {
  const was = new Map(from.pieces.map((m) => [m.key, m.square]))
  const count = new Map<number, number>()
  for (const m of to.pieces) count.set(m.square, (count.get(m.square) ?? 0) + 1)
  return to.pieces
    .filter((m) => count.get(m.square)! > 1 && was.get(m.key) === m.square)
    .filter((m, _, all) => before.includes(m.key) || !all.some((n) => n !== m && n.square === m.square && before.includes(n.key)))
    .map((m) => m.key)
}

/** Milliseconds that the longest way of a slide adds. */
function slideTime(from: Picture, to: Picture): number {
  const squares = new Map(to.squares.map((c) => [c.key, c]))
  const was = new Map(from.pieces.map((m) => [m.key, m.square]))
  const ways = to.pieces.map((m) => {
    const a = squares.get(was.get(m.key) ?? m.square)
    const b = squares.get(m.square)
    return a && b ? Math.hypot(a.x - b.x, a.y - b.y) : 0
  })
  return Math.min(140, 18 * Math.max(0, ...ways))
}

/** Finds the squares that a picture has no longer, where they end, and how they fold. */
export function folding(from: Ground, to: Ground): Frame['folding'] {
  if (from.squares === to.squares) return null
  const left = new Set(to.squares.map((c) => c.key))
  const gone = from.squares.filter((c) => !left.has(c.key))
  if (!gone.length) return null
  const axis = from.box[2] - to.box[2] > 0.5 ? 'x' : 'y'
  // What lies beyond closes up towards the origin: a folded square ends as a line on its near edge.
  const squares = gone.map((c) => (axis === 'x' ? { ...c, x: c.x - 0.5 } : { ...c, y: c.y - 0.5 }))
  return { squares, axis }
}
