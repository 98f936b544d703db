// The animation of a move: a list of frames, each with a state of the board and the
// time it takes. The style sheet moves pieces and squares from one state to the next.

import type { Square, Piece, BoardView, Step } from '../net/types'
import type { EmptyBoard } from './geometry'

/** How a piece leaves the board. */
export type Exit = 'taken' | 'expelled' | 'melted'

/** A board with its pieces. */
export interface BoardState extends EmptyBoard {
  pieces: Piece[]
}

export interface AnimationFrame {
  state: BoardState
  /** Milliseconds until the next frame begins. */
  time: number
  kind: Step['kind'] | 'end'
  /** Pieces that leave the board in this frame. */
  exits: { piece: Piece; how: Exit }[]
  /** Keys of captured pieces that will be dropped. */
  lifted: number[]
  /** Squares that collapse in this frame, and along which axis. */
  collapsing: { squares: Square[]; axis: 'x' | 'y' } | null
  /** From where to where a drop check goes. */
  dropCheck: [number, number] | null
}

/** Duration of each kind of step, in milliseconds; slideTime adds to slides and captures. */
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

/** Returns the state that a board view shows. Squares that the view omits are as before. */
export function stateOf(view: BoardView, before: EmptyBoard): BoardState {
  return {
    box: view.box,
    full: view.full,
    squares: view.squares ?? before.squares,
    shapes: view.shapes ?? before.shapes,
    pieces: view.pieces,
  }
}

/** Returns the frames of the move that led to a board view; the last one shows the view itself. */
export function animationFrames(before: BoardState, view: BoardView): AnimationFrame[] {
  const out: AnimationFrame[] = []
  let at = before
  let lifted: number[] = []
  for (const step of view.steps ?? []) {
    const state: BoardState = {
      box: step.box ?? at.box,
      full: at.full,
      squares: step.squares ?? at.squares,
      shapes: step.shapes ?? at.shapes,
      pieces: step.pieces,
    }
    const f = frame(step, at, state, lifted)
    out.push(f)
    at = state
    lifted = f.lifted
  }
  out.push(frame(null, at, stateOf(view, before), lifted))
  return out
}

function frame(step: Step | null, from: BoardState, to: BoardState, lifted: number[]): AnimationFrame {
  const here = new Set(to.pieces.map((m) => m.key))
  const kind = step?.kind ?? 'end'
  const how: Exit = kind === 'expel' ? 'expelled' : kind === 'demote' ? 'melted' : 'taken'
  const marks = step?.marks ?? []
  const slides = kind === 'slide' || kind === 'capture'
  return {
    state: to,
    time: times[kind] + (slides ? slideTime(from, to) : 0),
    kind,
    exits: from.pieces.filter((m) => !here.has(m.key)).map((piece) => ({ piece, how })),
    lifted: covered(from, to, lifted),
    collapsing: collapsing(from, to),
    dropCheck: kind === 'drop-check' && marks.length > 1 ? [marks[0]!, marks[1]!] : null,
  }
}

/**
 * Returns the keys of the pieces that share their square with the piece that captured
 * them and are about to be dropped. The piece that arrived last is the capturing one.
 */
function covered(from: BoardState, to: BoardState, before: number[]): number[] {
  const was = new Map(from.pieces.map((m) => [m.key, m.square]))
  const count = new Map<number, number>()
  for (const m of to.pieces) count.set(m.square, (count.get(m.square) ?? 0) + 1)
  return to.pieces
    .filter((m) => count.get(m.square)! > 1 && was.get(m.key) === m.square)
    .filter(
      (m, _, all) =>
        before.includes(m.key) || !all.some((n) => n !== m && n.square === m.square && before.includes(n.key)),
    )
    .map((m) => m.key)
}

/** Returns the milliseconds that the longest distance of a slide adds. */
function slideTime(from: BoardState, to: BoardState): number {
  const squares = new Map(to.squares.map((c) => [c.key, c]))
  const was = new Map(from.pieces.map((m) => [m.key, m.square]))
  const distances = to.pieces.map((m) => {
    const a = squares.get(was.get(m.key) ?? m.square)
    const b = squares.get(m.square)
    return a && b ? Math.hypot(a.x - b.x, a.y - b.y) : 0
  })
  return Math.min(140, 18 * Math.max(0, ...distances))
}

/** Returns the squares that collapse between two boards, at their final places, and the axis; null if none does. */
export function collapsing(from: EmptyBoard, to: EmptyBoard): AnimationFrame['collapsing'] {
  if (from.squares === to.squares) return null
  const left = new Set(to.squares.map((c) => c.key))
  const gone = from.squares.filter((c) => !left.has(c.key))
  if (!gone.length) return null
  const axis = from.box[2] - to.box[2] > 0.5 ? 'x' : 'y'
  // The rest closes up towards the origin, so a collapsed square ends as a line on its near edge.
  const squares = gone.map((c) => (axis === 'x' ? { ...c, x: c.x - 0.5 } : { ...c, y: c.y - 0.5 }))
  return { squares, axis }
}
