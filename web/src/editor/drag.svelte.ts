// Drags a piece from the palette or the board over the whole page.

import { isDrag } from '../board/pointer.svelte'

/** A point of the window. */
export interface ClientPoint {
  clientX: number
  clientY: number
}

/** A piece that is dragged; key and from, its square, are null for a piece of the palette. */
export interface DraggedPiece extends ClientPoint {
  piece: string
  key: number | null
  from: number | null
  touch: boolean
}

export class PieceDrag {
  current = $state.raw<DraggedPiece | null>(null)
  #press: (Omit<DraggedPiece, 'touch'> & { id: number }) | null = null

  /** Starts a press on a piece, which a move makes a drag. */
  press(e: PointerEvent, piece: string, key: number | null = null, from: number | null = null): void {
    if (this.#press) return this.cancel() // a second finger cancels the drag
    this.#press = { id: e.pointerId, clientX: e.clientX, clientY: e.clientY, piece, key, from }
    ;(e.currentTarget as Element).setPointerCapture(e.pointerId)
  }

  move(e: PointerEvent): void {
    const p = this.#press
    if (!p || e.pointerId !== p.id) return
    const touch = e.pointerType !== 'mouse'
    if (this.current || isDrag(e, { x: p.clientX, y: p.clientY }))
      this.current = { piece: p.piece, key: p.key, from: p.from, clientX: e.clientX, clientY: e.clientY, touch }
  }

  /** Ends the press. Returns the dragged piece, 'tap' if it was not dragged, or null if none was pressed. */
  release(e: PointerEvent): DraggedPiece | 'tap' | null {
    if (!this.#press || e.pointerId !== this.#press.id) return null
    const dragged = this.current ?? 'tap'
    this.cancel()
    return dragged
  }

  cancel(): void {
    this.#press = this.current = null
  }
}
