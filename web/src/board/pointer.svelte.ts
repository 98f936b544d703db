// Turns taps and drags of mouse, pen and finger into moves of the selection, or into
// drawings.

import type { Square, Piece } from '../net/types'
import type { Drawing } from './drawing.svelte'
import type { Point } from './geometry'
import type { MoveSelection } from './selection.svelte'

/** A piece that is dragged, at a point of the board. */
export interface Drag {
  piece: Piece
  at: Point
  touch: boolean
}

export interface PointerOptions {
  selection: MoveSelection
  drawing: Drawing
  point: (e: PointerEvent) => Point
  square: (p: Point) => Square | undefined
  /** Called first when a pointer goes down that does not draw. */
  onstart: () => void
}

/** Reports whether a pointer has moved far enough to drag rather than tap. */
export function isDrag(e: PointerEvent, from: { x: number; y: number }): boolean {
  return Math.hypot(e.clientX - from.x, e.clientY - from.y) > (e.pointerType === 'mouse' ? 4 : 9) // CSS pixels
}

/** Milliseconds after which a press on a target asks for the promotion, as the keys do: fingers have no keys. */
const longPress = 400

/** Reports whether the keys are held that ask for a promotion which the page would choose. */
export const asking = (e: MouseEvent | KeyboardEvent): boolean => e.ctrlKey || e.altKey || e.metaKey

/** The pointers on a board: their taps and drags make moves. */
export class Pointers {
  drag = $state.raw<Drag | null>(null)
  /** The square under a mouse. */
  over = $state<number | null>(null)

  #options: PointerOptions
  #press: {
    id: number
    x: number
    y: number
    square: number
    piece: Piece | null
    again: boolean
    target: boolean
    at: number
  } | null = null

  constructor(options: PointerOptions) {
    this.#options = options
  }

  cursor = $derived.by((): 'default' | 'pointer' | 'grab' | 'grabbing' | 'crosshair' => {
    const { selection, drawing } = this.#options
    if (this.drag) return 'grabbing'
    if (drawing.brush) return 'crosshair'
    if (this.over === null) return 'default'
    return selection.isTarget(this.over) ? 'pointer' : selection.canSelect(this.over) ? 'grab' : 'default'
  })

  down = (e: PointerEvent): void => {
    const { selection, drawing } = this.#options
    if (drawing.down(e)) {
      selection.cancel()
      return
    }
    this.#options.onstart()
    if (this.#press) return this.#end() // a second finger cancels the drag
    if (e.button !== 0) {
      selection.cancel()
      return
    }
    const square = this.#options.square(this.#options.point(e))
    if (!square) {
      selection.clear()
      return
    }
    ;(e.currentTarget as Element).setPointerCapture(e.pointerId)
    const press = {
      id: e.pointerId,
      x: e.clientX,
      y: e.clientY,
      square: square.key,
      piece: null as Piece | null,
      again: false,
      target: false,
      at: e.timeStamp,
    }
    if (selection.isTarget(square.key)) {
      press.target = true
      selection.hover(square.key)
    } else if (selection.canSelect(square.key)) {
      press.again = selection.selected === square.key
      if (!press.again || selection.confirming !== null) selection.select(square.key)
      press.piece = selection.pieces.get(square.key) ?? null
    } else selection.refuse(square.key)
    this.#press = press
  }

  move = (e: PointerEvent): void => {
    const { selection, drawing } = this.#options
    if (drawing.move(e)) return
    const p = this.#options.point(e)
    const key = this.#options.square(p)?.key ?? null
    const press = this.#press
    if (!press) {
      if (e.pointerType !== 'mouse') return
      this.over = key
      selection.hover(key)
      return
    }
    if (e.pointerId !== press.id) return
    if (press.piece && (this.drag || isDrag(e, press)))
      this.drag = { piece: press.piece, at: p, touch: e.pointerType !== 'mouse' }
    if (this.drag || press.target) {
      this.over = key
      selection.hover(key)
    }
  }

  up = (e: PointerEvent): void => {
    const { selection, drawing } = this.#options
    if (drawing.up(e)) return
    const press = this.#press
    if (!press || e.pointerId !== press.id) return
    const key = this.#options.square(this.#options.point(e))?.key ?? null
    const dragged = this.drag !== null
    this.#end()
    if (dragged) {
      if (key !== null && selection.isTarget(key)) {
        selection.hover(key)
        selection.moveTo(key, asking(e))
      } else if (key !== press.square) {
        if (key !== null) selection.refuse(key)
        selection.clear()
      }
    } else if (press.target) {
      if (key !== null && selection.isTarget(key))
        selection.activate(key, asking(e) || e.timeStamp - press.at >= longPress)
      else selection.hover(null)
    } else if (press.again && key === press.square) selection.clear()
  }

  cancel = (): void => {
    this.#options.drawing.cancel()
    this.#end()
    this.#options.selection.hover(null)
  }

  leave = (): void => {
    if (this.#press) return
    this.over = null
    this.#options.selection.hover(null)
  }

  #end(): void {
    this.#press = null
    this.drag = null
  }
}
