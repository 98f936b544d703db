// Mouse, pen and finger on the board: taps and drags become what the hand does.

import type { Square, Piece } from '../lib/types'
import type { Point } from './geometry'
import type { Hand } from './hand.svelte'

/** A piece who follows the pointer, at a point of the picture. */
export interface Drag {
  piece: Piece
  at: Point
  touch: boolean
}

/** What pointers need to know of the board. */
export interface Surface {
  hand: Hand
  point: (e: PointerEvent) => Point
  square: (p: Point) => Square | undefined
  /** Called before anything else: a touch ends the film. */
  touched: () => void
}

/** How far a pointer may tremble in a tap, in CSS pixels. */
const tremble = { mouse: 4, touch: 9 }

export class Pointers {
  drag = $state.raw<Drag | null>(null)
  /** The square under a mouse. */
  over = $state<number | null>(null)

  #surface: Surface
  #press: { id: number; x: number; y: number; square: number; piece: Piece | null; again: boolean; target: boolean } | null = null

  constructor(surface: Surface) {
    this.#surface = surface
  }

  down = (e: PointerEvent): void => {
    const { hand } = this.#surface
    this.#surface.touched()
    if (this.#press) return this.#end() // a second finger takes the first one's drag back
    if (e.button !== 0) {
      hand.cancel()
      return
    }
    const square = this.#surface.square(this.#surface.point(e))
    if (!square) {
      hand.drop()
      return
    }
    ;(e.currentTarget as Element).setPointerCapture(e.pointerId)
    const press = { id: e.pointerId, x: e.clientX, y: e.clientY, square: square.key, piece: null as Piece | null, again: false, target: false }
    if (hand.isTarget(square.key)) {
      press.target = true
      hand.look(square.key)
    } else if (hand.canPick(square.key)) {
      press.again = hand.selected === square.key
      if (!press.again || hand.armed !== null) hand.select(square.key)
      press.piece = hand.pieces.get(square.key) ?? null
    } else hand.cancel()
    this.#press = press
  }

  move = (e: PointerEvent): void => {
    const { hand } = this.#surface
    const p = this.#surface.point(e)
    const key = this.#surface.square(p)?.key ?? null
    const press = this.#press
    if (!press) {
      if (e.pointerType !== 'mouse') return
      this.over = key
      hand.look(key)
      return
    }
    if (e.pointerId !== press.id) return
    const touch = e.pointerType !== 'mouse'
    const far = Math.hypot(e.clientX - press.x, e.clientY - press.y) > (touch ? tremble.touch : tremble.mouse)
    if (press.piece && (this.drag || far)) this.drag = { piece: press.piece, at: p, touch }
    if (this.drag || press.target) {
      this.over = key
      hand.look(key)
    }
  }

  up = (e: PointerEvent): void => {
    const { hand } = this.#surface
    const press = this.#press
    if (!press || e.pointerId !== press.id) return
    const key = this.#surface.square(this.#surface.point(e))?.key ?? null
    const dragged = this.drag !== null
    this.#end()
    if (dragged) {
      if (key !== null && hand.isTarget(key)) {
        hand.look(key)
        hand.choose(key)
      } else if (key !== press.square) hand.drop()
    } else if (press.target) {
      if (key !== null && hand.isTarget(key)) hand.activate(key)
      else hand.look(null)
    } else if (press.again && key === press.square) hand.drop()
  }

  cancel = (): void => {
    this.#end()
    this.#surface.hand.look(null)
  }

  leave = (): void => {
    if (this.#press) return
    this.over = null
    this.#surface.hand.look(null)
  }

  #end(): void {
    this.#press = null
    this.drag = null
  }
}
