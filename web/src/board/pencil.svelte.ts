// Drawing on the board: with the right button of a mouse, or, while a color is
// chosen, with anything. With keys, one square is chosen and then another.

import type { ShapeBrush } from './Shapes.svelte'

type Brush = Exclude<ShapeBrush, 'engine'>

/** What a pencil must know; the board keeps it up to date. */
export interface Sheet {
  square: (e: PointerEvent) => number | null
  /** The color in which everything is drawn, or null where only the right button draws. */
  color: Brush | null
  ondraw?: (from: number, to: number, color: Brush) => void
  onbegin?: (square: number) => void
}

export class Pencil {
  /** What is being drawn. */
  line = $state.raw<{ from: number; to: number; color: Brush } | null>(null)
  #sheet: () => Sheet
  #pointer: number | null = null

  constructor(sheet: () => Sheet) {
    this.#sheet = sheet
  }

  /** Each of these returns whether the pointer draws; otherwise another handler's. */
  down(e: PointerEvent): boolean {
    const { square, color, ondraw } = this.#sheet()
    if (!ondraw || (e.button !== 2 && !color)) return false
    if (this.#pointer !== null) {
      this.cancel() // a second finger takes the line back
      return true
    }
    const from = square(e)
    if (from === null) return true
    ;(e.currentTarget as Element).setPointerCapture(e.pointerId)
    this.#pointer = e.pointerId
    this.line = { from, to: from, color: e.button === 2 ? byKeys(e) : color! }
    return true
  }
  move(e: PointerEvent): boolean {
    if (this.#pointer === null || !this.line) return false
    const to = e.pointerId === this.#pointer ? this.#sheet().square(e) : null
    if (to !== null) this.line = { ...this.line, to }
    return true
  }
  up(e: PointerEvent): boolean {
    if (this.#pointer === null || !this.line) return false
    if (e.pointerId !== this.#pointer) return true
    const to = this.#sheet().square(e)
    const { from, color } = this.line
    this.cancel()
    if (to !== null) this.#sheet().ondraw?.(from, to, color)
    return true
  }
  /** Enter, or a screen reader's click: the first square begins, the second ends. */
  tap(square: number): void {
    const { color, ondraw, onbegin } = this.#sheet()
    if (!color || !ondraw) return
    if (!this.line) {
      this.line = { from: square, to: square, color }
      onbegin?.(square)
      return
    }
    const { from } = this.line
    this.cancel()
    ondraw(from, square, color)
  }
  cancel(): boolean {
    const was = this.line !== null
    this.line = this.#pointer = null
    return was
  }
}

/** The color that keys choose for the right button. */
function byKeys(e: PointerEvent): Brush {
  const red = e.shiftKey || e.ctrlKey
  if (e.altKey || e.metaKey) return red ? 'yellow' : 'blue'
  return red ? 'red' : 'green'
}
