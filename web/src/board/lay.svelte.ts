// How a picture lies in its element: what follows from the stage, the look, the
// side at the bottom and the room there is.

import type { Square, Look, Color } from '../lib/types'
import { aspect, boardPoint, squareAt, fit, isHexagonal, letterbox, pagePoint, place, unit, type Point } from './geometry'
import type { Stage } from './stage.svelte'

/** What is to be seen, and how. */
export interface Setting {
  stage: Stage
  look: Look
  flipped: boolean
}

export class Lay {
  /** The element and its picture, and the room in it, in CSS pixels; see Surface.svelte. */
  root = $state<HTMLElement>()
  picture = $state<SVGSVGElement>()
  wide = $state(0)
  high = $state(0)

  #setting: () => Setting
  constructor(setting: () => Setting) {
    this.#setting = setting
  }
  #of = $derived.by(() => this.#setting())

  compact = $derived.by(() => {
    const { look } = this.#of
    return this.wide > 0 && Math.min(this.wide, this.high * aspect(look)) < (look === 'trio' ? 470 : 440)
  })
  /** Width by height. */
  ratio = $derived.by(() => aspect(this.#of.look, this.compact))
  /** The picture as it is to be seen now, and how it is placed. */
  ground = $derived.by(() => this.#of.stage.picture)
  fit = $derived.by(() => fit(this.ground, this.#of.look, this.#of.flipped, this.compact))
  /** How it is placed when the film is over: so pointers and keys find it. */
  landed = $derived.by(() => fit(this.#of.stage.ground, this.#of.look, this.#of.flipped, this.compact))
  box = $derived.by(() => letterbox(this.wide, this.high, this.ratio))
  /** CSS pixels of a unit. */
  pixels = $derived.by(() => unit * this.fit.k * this.box.scale)
  hexagons = $derived.by(() => isHexagonal(this.ground.shapes))
  /** A piece's box, in the board's lengths, and whether it is drawn with few lines. */
  size = $derived.by(() => (this.hexagons ? 158 : 97))
  small = $derived.by(() => (this.size / unit) * this.pixels < 44)
  squares = $derived.by(() => new Map<number, Square>(this.ground.squares.map((c) => [c.key, c])))
  occupied = $derived.by(() => new Set(this.#of.stage.pieces.map((m) => m.square)))

  /** The place of a square's middle, in the board's lengths, if the square is there. */
  spot = (key: number): Point | null => {
    const c = this.squares.get(key)
    return c ? place(c.x, c.y, this.#of.flipped) : null
  }
  /** The board's point under a pointer. */
  point = (at: { clientX: number; clientY: number }): Point => {
    const r = this.root!.getBoundingClientRect()
    return boardPoint({ x: at.clientX - r.left, y: at.clientY - r.top }, this.box, this.landed)
  }
  /** The square at a point of the board. */
  square = (p: Point): Square | undefined => squareAt(this.#of.stage.ground, p, this.#of.flipped)
  /** Where a point of the board is, from the element's corner, in CSS pixels. */
  page = (p: Point): Point => pagePoint(p, this.box, this.fit)
  /** Whose royal square a square is. */
  royalOf = (c: Square): Color | null => {
    const [, bottom, , tall] = this.ground.box
    return c.royal ? (c.y < bottom + tall / 2 ? 'white' : 'black') : null
  }
}
