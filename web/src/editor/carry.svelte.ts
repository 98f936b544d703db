// A man who follows the pointer, from the palette or from the board, over the whole
// page.

/** A man under way; from is null for one of the palette. Places are the window's. */
export interface Carried { man: string; key: number | null; from: number | null; x: number; y: number; touch: boolean }

/** How far a pointer may tremble in a tap, in CSS pixels. */
const tremble = { mouse: 4, touch: 9 }

export class Carry {
  now = $state.raw<Carried | null>(null)
  #press: (Omit<Carried, 'x' | 'y' | 'touch'> & { id: number; x: number; y: number }) | null = null

  /** Somebody presses on a man. */
  press(e: PointerEvent, man: string, key: number | null = null, from: number | null = null): void {
    if (this.#press) return this.cancel() // a second finger takes the first one's man back
    this.#press = { id: e.pointerId, x: e.clientX, y: e.clientY, man, key, from }
    ;(e.currentTarget as Element).setPointerCapture(e.pointerId)
  }

  move(e: PointerEvent): void {
    const p = this.#press
    if (!p || e.pointerId !== p.id) return
    const touch = e.pointerType !== 'mouse'
    const far = Math.hypot(e.clientX - p.x, e.clientY - p.y) > (touch ? tremble.touch : tremble.mouse)
    if (this.now || far) this.now = { man: p.man, key: p.key, from: p.from, x: e.clientX, y: e.clientY, touch }
  }

  /** Ends it. It returns who was carried, 'tap' if nobody was, null if nobody was pressed on. */
  release(e: PointerEvent): Carried | 'tap' | null {
    if (!this.#press || e.pointerId !== this.#press.id) return null
    const carried = this.now ?? 'tap'
    this.cancel()
    return carried
  }

  cancel(): void {
    this.#press = this.now = null
  }
}
