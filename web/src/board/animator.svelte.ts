// Shows board views one after another. The style sheet moves everything to the current
// state; an animation sets one state after another until it ends or is finished early.

import type { Square, Piece, BoardView } from '../net/types'
import { appearance } from '../ui/appearance.svelte'
import { animationFrames, stateOf, type AnimationFrame, type BoardState, type Exit } from './animation'

export interface AnimatedSquare extends Square {
  collapse?: 'x' | 'y'
}
export interface AnimatedPiece extends Piece {
  /** The FEN letter before this state, while the piece type changes. */
  was?: string
  /** Captured and about to be dropped. */
  lifted?: boolean
}
/** A piece that leaves the board, at a point of the plane. */
export interface LeavingPiece {
  id: number
  piece: string
  x: number
  y: number
  how: Exit
}

export type Motion = 'full' | 'less' | 'none'

/** Milliseconds of a transition between board views that are not consecutive. */
const transitionTime = 240
/**
 * Milliseconds for which leaving pieces are kept; their CSS animations are shorter. Both take longer where animations
 * are slow.
 */
const exitTime = 700

const empty: BoardState = { box: [0, 0, 1, 1], full: [1, 1], squares: [], shapes: [], pieces: [] }

export class Animator {
  /** The current state, without leaving pieces. */
  state = $state.raw<BoardState>(empty)
  squares = $state.raw<AnimatedSquare[]>([])
  pieces = $state.raw<AnimatedPiece[]>([])
  leaving = $state.raw<LeavingPiece[]>([])
  /** Milliseconds of the transition to the current state. */
  duration = $state(0)
  playing = $state(false)
  dropCheck = $state.raw<[number, number] | null>(null)
  /** Whether a piece has just arrived on the double square. */
  splash = $state(false)
  /** Whether a board view was shown before, so that new squares fade in. */
  started = $state(false)
  squaresByKey = $derived(new Map(this.squares.map((c) => [c.key, c])))

  #view: BoardView | null = null
  #target = $state.raw<BoardState>(empty)
  #timer: ReturnType<typeof setTimeout> | undefined
  #cleanup: ReturnType<typeof setTimeout> | undefined
  #exits = 0

  /** The state of the newest board view. Input refers to it even during the animation. */
  get target(): BoardState {
    return this.#target
  }

  /**
   * Shows a board view: with the animation of its move if it follows the shown one,
   * else with a plain transition. A piece that was dragged to its square does not slide.
   * Returns false, and changes nothing, if this view is shown already.
   */
  show(view: BoardView, motion: Motion, dragged: boolean): boolean {
    if (this.#view && isSame(this.#view, view)) return false
    const before = this.#target
    const next = this.#view !== null && view.ply === this.#view.ply + 1
    this.#view = view
    this.#target = stateOf(view, before)
    clearTimeout(this.#timer)
    if (motion === 'full' && next && view.steps?.length) {
      const frames = animationFrames(before, view)
      if (dragged && frames[0]) frames[0].time = Math.min(frames[0].time, 90)
      this.playing = true
      this.#play(frames, 0)
      return true
    }
    this.playing = false
    this.#set(this.#target, motion === 'full' && this.started ? transitionTime : 0)
    this.started ||= this.#target.squares.length > 0
    return true
  }

  /** Ends the animation and shows the newest board view. */
  finish(): void {
    if (!this.playing) return
    clearTimeout(this.#timer)
    this.playing = false
    this.#set(this.#target, 80)
  }

  /** Stops all timers; call it when the board is destroyed. */
  close(): void {
    clearTimeout(this.#timer)
    clearTimeout(this.#cleanup)
  }

  #play(frames: AnimationFrame[], i: number): void {
    const f = frames[i]
    if (!f) {
      this.playing = false
      return
    }
    this.#set(f.state, f.time || 80, f)
    if (f.kind === 'end') this.#play(frames, i + 1)
    else this.#timer = setTimeout(() => this.#play(frames, i + 1), f.time * appearance.slowness)
  }

  #set(state: BoardState, duration: number, f?: AnimationFrame): void {
    const was = new Map(this.pieces.map((m) => [m.key, m]))
    const lifted = new Set(f?.lifted)
    const pieces: AnimatedPiece[] = state.pieces.map((m) => {
      const old = was.get(m.key)
      return { ...m, was: old && old.piece !== m.piece ? old.piece : undefined, lifted: lifted.has(m.key) }
    })
    this.#removeLeaving(f)
    this.duration = duration * appearance.slowness
    this.state = state
    // Always in the same order: nodes that move in the DOM lose their transitions.
    this.pieces = pieces.sort((a, b) => a.key - b.key)
    this.dropCheck = f?.dropCheck ?? null
    this.splash = f?.kind === 'drop' || f?.kind === 'demote'
    const gone = f?.collapsing
    this.squares = gone
      ? [...gone.squares.map((c) => ({ ...c, collapse: gone.axis })), ...state.squares]
      : state.squares
  }

  /** Starts the exits of a frame and schedules the removal of their pieces. */
  #removeLeaving(f?: AnimationFrame): void {
    if (!f?.exits.length) return
    const added = f.exits.flatMap(({ piece, how }): LeavingPiece[] => {
      const c = this.squaresByKey.get(piece.square)
      return c ? [{ id: ++this.#exits, piece: piece.piece, x: c.x, y: c.y, how }] : []
    })
    this.leaving = [...this.leaving, ...added]
    clearTimeout(this.#cleanup)
    this.#cleanup = setTimeout(() => (this.leaving = []), (exitTime + f.time) * appearance.slowness)
  }
}

/** Reports whether two board views are equal: a page may pass the same view twice. */
function isSame(a: BoardView, b: BoardView): boolean {
  return (
    a.ply === b.ply &&
    a.fen === b.fen &&
    a.pieces.length === b.pieces.length &&
    a.pieces.every(
      (m, i) => m.key === b.pieces[i]!.key && m.piece === b.pieces[i]!.piece && m.square === b.pieces[i]!.square,
    )
  )
}
