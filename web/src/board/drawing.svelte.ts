// Draws arrows and circles on the board: with the right mouse button, or with any
// pointer while a color is chosen. With keys, the user selects both ends one by one.

import type { Brush } from '../net/types'
import type { DrawnArrow, DrawnCircle } from './Shapes.svelte'

export interface DrawingOptions {
  square: (e: PointerEvent) => number | null
  /** The color in which every pointer draws; null if only the right button draws. */
  brush: Brush | null
  ondraw?: (from: number, to: number, color: Brush) => void
  onbegin?: (square: number) => void
}

export class Drawing {
  /** The shape that is being drawn; a circle if both ends are the same. */
  shape = $state.raw<{ from: number; to: number; color: Brush } | null>(null)
  #options: () => DrawingOptions
  #pointer: number | null = null

  constructor(options: () => DrawingOptions) {
    this.#options = options
  }

  get brush(): Brush | null {
    return this.#options().brush
  }
  /** Returns the given arrows with the one that is being drawn. */
  arrows(arrows: DrawnArrow[]): DrawnArrow[] {
    return this.shape && this.shape.from !== this.shape.to ? [...arrows, this.shape] : arrows
  }
  /** Returns the given circles with the one that is being drawn. */
  circles(circles: DrawnCircle[]): DrawnCircle[] {
    return this.shape && this.shape.from === this.shape.to
      ? [...circles, { square: this.shape.from, color: this.shape.color }]
      : circles
  }

  /** The pointer handlers return whether they have handled the event. */
  down(e: PointerEvent): boolean {
    const { square, brush, ondraw } = this.#options()
    if (!ondraw || (e.button !== 2 && !brush)) return false
    if (this.#pointer !== null) {
      this.cancel() // a second finger cancels the shape
      return true
    }
    const from = square(e)
    if (from === null) return true
    ;(e.currentTarget as Element).setPointerCapture(e.pointerId)
    this.#pointer = e.pointerId
    this.shape = { from, to: from, color: e.button === 2 ? brushOf(e) : brush! }
    return true
  }
  move(e: PointerEvent): boolean {
    if (this.#pointer === null || !this.shape) return false
    const to = e.pointerId === this.#pointer ? this.#options().square(e) : null
    if (to !== null) this.shape = { ...this.shape, to }
    return true
  }
  up(e: PointerEvent): boolean {
    if (this.#pointer === null || !this.shape) return false
    if (e.pointerId !== this.#pointer) return true
    const to = this.#options().square(e)
    const { from, color } = this.shape
    this.cancel()
    if (to !== null) this.#options().ondraw?.(from, to, color)
    return true
  }
  /** Handles Enter or a screen reader's click: the first square starts a shape, the second ends it. */
  tap(square: number): void {
    const { brush, ondraw, onbegin } = this.#options()
    if (!brush || !ondraw) return
    if (!this.shape) {
      this.shape = { from: square, to: square, color: brush }
      onbegin?.(square)
      return
    }
    const { from } = this.shape
    this.cancel()
    ondraw(from, square, brush)
  }
  cancel(): boolean {
    const was = this.shape !== null
    this.shape = this.#pointer = null
    return was
  }
}

/** Returns the color that the modifier keys choose for the right button. */
function brushOf(e: PointerEvent): Brush {
  const red = e.shiftKey || e.ctrlKey
  if (e.altKey || e.metaKey) return red ? 'yellow' : 'blue'
  return red ? 'red' : 'green'
}
