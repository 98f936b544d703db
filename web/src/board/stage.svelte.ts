// What the board shows at this moment: the picture that things glide to, and how
// fast. A film sets one picture after another; a touch ends it.

import type { Square, Piece, BoardView } from '../lib/types'
import { frames, pictureOf, type Exit, type Frame, type Picture } from './film'

export interface ShownSquare extends Square {
  fold?: 'x' | 'y'
}
export interface ShownPiece extends Piece {
  /** What it was on the picture before, while it changes. */
  was?: string
  /** Taken, and about to be put back on the board. */
  lifted?: boolean
}
/** A piece on its way out, at a place of the plane. */
export interface Leaver {
  id: number
  piece: string
  x: number
  y: number
  how: Exit
}

export type Motion = 'full' | 'less' | 'none'

/** Milliseconds of a glide between board views that no film joins. */
const glide = 240
/** Milliseconds for which leavers are kept; their animations are shorter. */
const farewell = 700

const nothing: Picture = { box: [0, 0, 1, 1], squares: [], shapes: [], pieces: [] }

export class Stage {
  /** The picture to be seen, without those that leave it. */
  picture = $state.raw<Picture>(nothing)
  squares = $state.raw<ShownSquare[]>([])
  pieces = $state.raw<ShownPiece[]>([])
  leavers = $state.raw<Leaver[]>([])
  /** Milliseconds that things take to their places. */
  pace = $state(0)
  playing = $state(false)
  dropCheck = $state.raw<[number, number] | null>(null)
  /** Whether a piece has just arrived on the double square. */
  splash = $state(false)
  /** Whether something was shown before, so that what is new may fade in. */
  live = $state(false)
  /** Where the squares of the picture are, by key. */
  places = $derived(new Map(this.squares.map((c) => [c.key, c])))

  #view: BoardView | null = null
  #end = $state.raw<Picture>(nothing)
  #timer: ReturnType<typeof setTimeout> | undefined
  #broom: ReturnType<typeof setTimeout> | undefined
  #exits = 0

  /** The ground of the newest board view, on which hands play even during its film. */
  get ground(): Picture {
    return this.#end
  }

  /**
   * Shows a board view: as a film if it is the next after the shown one, else by
   * gliding there. A piece that was dragged to its square need not slide.
   * It returns false, and changes nothing, if just this is shown or being shown.
   */
  show(view: BoardView, motion: Motion, carried: boolean): boolean {
    if (this.#view && isSame(this.#view, view)) return false
    const before = this.#end
    const next = this.#view !== null && view.ply === this.#view.ply + 1
    this.#view = view
    this.#end = pictureOf(view, before)
    clearTimeout(this.#timer)
    if (motion === 'full' && next && view.steps?.length) {
      const film = frames(before, view)
      if (carried && film[0]) film[0].time = Math.min(film[0].time, 90)
      this.playing = true
      this.#play(film, 0)
      return true
    }
    this.playing = false
    this.#set(this.#end, motion === 'full' && this.live ? glide : 0)
    this.live ||= this.#end.squares.length > 0
    return true
  }

  /** Ends a film. */
  finish(): void {
    if (!this.playing) return
    clearTimeout(this.#timer)
    this.playing = false
    this.#set(this.#end, 80)
  }

  /** Stops all timers; to be called when the board goes. */
  close(): void {
    clearTimeout(this.#timer)
    clearTimeout(this.#broom)
  }

  #play(film: Frame[], i: number): void {
    const f = film[i]
    if (!f) {
      this.playing = false
      return
    }
    this.#set(f.picture, f.time || 80, f)
    if (f.kind === 'end') this.#play(film, i + 1)
    else this.#timer = setTimeout(() => this.#play(film, i + 1), f.time)
  }

  #set(picture: Picture, pace: number, f?: Frame): void {
    const was = new Map(this.pieces.map((m) => [m.key, m]))
    const lifted = new Set(f?.lifted)
    const pieces: ShownPiece[] = picture.pieces.map((m) => {
      const old = was.get(m.key)
      return { ...m, was: old && old.piece !== m.piece ? old.piece : undefined, lifted: lifted.has(m.key) }
    })
    this.#dismiss(f)
    this.pace = pace
    this.picture = picture
    this.pieces = pieces.sort((a, b) => a.key - b.key) // in one order always: moved nodes lose their transitions
    this.dropCheck = f?.dropCheck ?? null
    this.splash = f?.kind === 'drop' || f?.kind === 'demote'
    const fold = f?.folding
    this.squares = fold ? [...fold.squares.map((c) => ({ ...c, fold: fold.axis })), ...picture.squares] : picture.squares
  }

  /** Lets those who leave in this frame go in their own way. */
  #dismiss(f?: Frame): void {
    if (!f?.exits.length) return
    const going = f.exits.flatMap(({ piece, how }): Leaver[] => {
      const c = this.places.get(piece.square)
      return c ? [{ id: ++this.#exits, piece: piece.piece, x: c.x, y: c.y, how }] : []
    })
    this.leavers = [...this.leavers, ...going]
    clearTimeout(this.#broom)
    this.#broom = setTimeout(() => (this.leavers = []), farewell + f.time)
  }
}

/** Tells whether two board views are one: a page may come by the same board view twice. */
function isSame(a: BoardView, b: BoardView): boolean {
  return (
    a.ply === b.ply &&
    a.fen === b.fen &&
    a.pieces.length === b.pieces.length &&
    a.pieces.every((m, i) => m.key === b.pieces[i]!.key && m.piece === b.pieces[i]!.piece && m.square === b.pieces[i]!.square)
  )
}
