// The layout of a board in its element: sizes, and conversions between squares, points
// of the board and pixels.

import type { Color, Format, Square } from '../net/types'
import {
  aspect,
  boardPoint,
  squareAt,
  fit,
  isCompact,
  isHexagonal,
  letterbox,
  pagePoint,
  place,
  unit,
  type Point,
} from './geometry'
import type { Animator } from './animator.svelte'

export interface LayoutOptions {
  animator: Animator
  format: Format
  flipped: boolean
}

export class BoardLayout {
  /** The element, its SVG and its size in CSS pixels; Surface.svelte binds them. */
  root = $state<HTMLElement>()
  svg = $state<SVGSVGElement>()
  width = $state(0)
  height = $state(0)

  #options: () => LayoutOptions
  constructor(options: () => LayoutOptions) {
    this.#options = options
  }
  #current = $derived.by(() => this.#options())

  compact = $derived.by(() => {
    const { format } = this.#current
    return isCompact(format.look, Math.min(this.width, this.height * aspect(format)))
  })
  /** Width by height. */
  ratio = $derived.by(() => aspect(this.#current.format, this.compact))
  /** The board in the current state of the animation, and its fit. */
  board = $derived.by(() => this.#current.animator.state)
  fit = $derived.by(() => fit(this.board, this.#current.format.look, this.#current.flipped, this.compact))
  /** The fit after the animation, which pointers and keys use. */
  targetFit = $derived.by(() =>
    fit(this.#current.animator.target, this.#current.format.look, this.#current.flipped, this.compact),
  )
  box = $derived.by(() => letterbox(this.width, this.height, this.ratio))
  /** CSS pixels of a unit. */
  pixels = $derived.by(() => unit * this.fit.k * this.box.scale)
  hexagons = $derived.by(() => isHexagonal(this.board.shapes))
  /** The size of a piece in board units, and whether it is drawn with few lines. */
  size = $derived.by(() => (this.hexagons ? 158 : 97))
  small = $derived.by(() => (this.size / unit) * this.pixels < 44)
  squares = $derived.by(() => new Map<number, Square>(this.board.squares.map((c) => [c.key, c])))
  occupied = $derived.by(() => new Set(this.#current.animator.pieces.map((m) => m.square)))

  /**
   * Returns the size of a dragged piece in board units. Under a finger it is at least 84 pixels, so that the user sees
   * it.
   */
  dragSize = (touch: boolean): number =>
    touch ? this.size * Math.max(1.5, 84 / ((this.size / unit) * this.pixels)) : this.size * 1.08
  /** Returns the center of a square in board units, or null if the square does not exist. */
  center = (key: number): Point | null => {
    const c = this.squares.get(key)
    return c ? place(c.x, c.y, this.#current.flipped) : null
  }
  /** Returns the point of the board under a pointer. */
  point = (at: { clientX: number; clientY: number }): Point => {
    const r = this.root!.getBoundingClientRect()
    return boardPoint({ x: at.clientX - r.left, y: at.clientY - r.top }, this.box, this.targetFit)
  }
  /** Returns the square at a point of the board. */
  square = (p: Point): Square | undefined => squareAt(this.#current.animator.target, p, this.#current.flipped)
  /** Returns a point of the board in CSS pixels from the element's corner. */
  page = (p: Point): Point => pagePoint(p, this.box, this.fit)
  /** Returns whose royal square a square is, or null. */
  royalOf = (c: Square): Color | null => {
    const [, bottom, , tall] = this.board.box
    return c.royal ? (c.y < bottom + tall / 2 ? 'white' : 'black') : null
  }
}
