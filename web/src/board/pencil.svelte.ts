// Drawing on the board: with the right button of a mouse, or, while a colour is
// chosen, with anything. With keys, one cell is chosen and then another.

import type { ShapeColour } from './Shapes.svelte'

type Colour = Exclude<ShapeColour, 'engine'>

/** What a pencil must know; the board keeps it up to date. */
export interface Sheet {
  cell: (e: PointerEvent) => number | null
  /** The colour in which everything is drawn, or null where only the right button draws. */
  colour: Colour | null
  ondraw?: (from: number, to: number, colour: Colour) => void
  onbegin?: (cell: number) => void
}

export class Pencil {
  /** What is being drawn. */
  line = $state.raw<{ from: number; to: number; colour: Colour } | null>(null)
  #sheet: () => Sheet
  #pointer: number | null = null

  constructor(sheet: () => Sheet) {
    this.#sheet = sheet
  }

  /** Each of these returns whether the pointer draws; otherwise it is somebody else's. */
  down(e: PointerEvent): boolean {
    const { cell, colour, ondraw } = this.#sheet()
    if (!ondraw || (e.button !== 2 && !colour)) return false
    if (this.#pointer !== null) {
      this.cancel() // a second finger takes the line back
      return true
    }
    const from = cell(e)
    if (from === null) return true
    ;(e.currentTarget as Element).setPointerCapture(e.pointerId)
    this.#pointer = e.pointerId
    this.line = { from, to: from, colour: e.button === 2 ? byKeys(e) : colour! }
    return true
  }
  move(e: PointerEvent): boolean {
    if (this.#pointer === null || !this.line) return false
    const to = e.pointerId === this.#pointer ? this.#sheet().cell(e) : null
    if (to !== null) this.line = { ...this.line, to }
    return true
  }
  up(e: PointerEvent): boolean {
    if (this.#pointer === null || !this.line) return false
    if (e.pointerId !== this.#pointer) return true
    const to = this.#sheet().cell(e)
    const { from, colour } = this.line
    this.cancel()
    if (to !== null) this.#sheet().ondraw?.(from, to, colour)
    return true
  }
  /** Enter, or a screen reader's click: the first cell begins, the second ends. */
  tap(cell: number): void {
    const { colour, ondraw, onbegin } = this.#sheet()
    if (!colour || !ondraw) return
    if (!this.line) {
      this.line = { from: cell, to: cell, colour }
      onbegin?.(cell)
      return
    }
    const { from } = this.line
    this.cancel()
    ondraw(from, cell, colour)
  }
  cancel(): boolean {
    const was = this.line !== null
    this.line = this.#pointer = null
    return was
  }
}

/** The colour that keys choose for the right button. */
function byKeys(e: PointerEvent): Colour {
  const red = e.shiftKey || e.ctrlKey
  if (e.altKey || e.metaKey) return red ? 'yellow' : 'blue'
  return red ? 'red' : 'green'
}
