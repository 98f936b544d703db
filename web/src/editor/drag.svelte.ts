// A piece who follows the pointer, from the palette or from the board, over the whole
// page.

/** A place in the window, as pointers have it. */
export interface ClientPoint {
  clientX: number
  clientY: number
}

/** A piece under way; key and from, its square, are null for one of the palette. */
export interface DraggedPiece extends ClientPoint {
  piece: string
  key: number | null
  from: number | null
  touch: boolean
}

/** How far a pointer may tremble in a tap, in CSS pixels. */
const tremble = { mouse: 4, touch: 9 }

export class PieceDrag {
  current = $state.raw<DraggedPiece | null>(null)
  #press: (Omit<DraggedPiece, 'touch'> & { id: number }) | null = null

  /** The pointer presses on a piece. */
  press(e: PointerEvent, piece: string, key: number | null = null, from: number | null = null): void {
    if (this.#press) return this.cancel() // a second finger takes the first one's piece back
    this.#press = { id: e.pointerId, clientX: e.clientX, clientY: e.clientY, piece, key, from }
    ;(e.currentTarget as Element).setPointerCapture(e.pointerId)
  }

  move(e: PointerEvent): void {
    const p = this.#press
    if (!p || e.pointerId !== p.id) return
    const touch = e.pointerType !== 'mouse'
    const far = Math.hypot(e.clientX - p.clientX, e.clientY - p.clientY) > (touch ? tremble.touch : tremble.mouse)
    if (this.current || far) this.current = { piece: p.piece, key: p.key, from: p.from, clientX: e.clientX, clientY: e.clientY, touch }
  }

  /** Ends it. It returns the dragged piece, 'tap' if none was dragged, null if none was pressed. */
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
