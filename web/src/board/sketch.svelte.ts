// Arrows and circles that the user draws on a board whose page stores none: they belong to
// the position in which they were drawn, until a click clears them or others are drawn elsewhere.

import type { Brush } from '../net/types'
import type { DrawnArrow, DrawnCircle } from './Shapes.svelte'

interface Shape {
  from: number
  to: number // a circle if both ends are the same square
  color: Brush
}

/** The arrows and circles that a user draws on a board. */
export class Sketch {
  #shapes = $state.raw<Shape[]>([])
  #drawnIn = ''

  /** position identifies the shown position. */
  constructor(private readonly position: () => string) {}

  get #here(): Shape[] {
    const position = this.position() // a dependency also while there are no shapes
    return this.#shapes.length && this.#drawnIn === position ? this.#shapes : []
  }
  get arrows(): DrawnArrow[] {
    return this.#here.filter((s) => s.from !== s.to)
  }
  get circles(): DrawnCircle[] {
    return this.#here.filter((s) => s.from === s.to).map(({ from, color }) => ({ square: from, color }))
  }

  /** Adds a shape, changes its color, or removes it if it has this color already. */
  draw = (from: number, to: number, color: Brush): void => {
    const here = this.#here
    const old = here.find((s) => s.from === from && s.to === to)
    const rest = here.filter((s) => s !== old)
    this.#drawnIn = this.position()
    this.#shapes = old?.color === color ? rest : [...rest, { from, to, color }]
  }
  clear(): void {
    if (this.#shapes.length) this.#shapes = []
  }
}
