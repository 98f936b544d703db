// The move that the user is about to make: the selected piece, its legal targets, the
// target under the pointer, and the promotions. Pointers, keys and screen readers all
// call it.

import type { Premove } from './premove'
import { colorOf } from '../rules/record'
import type { Square, Choices, Piece, Premoves, Route, BoardView, Color } from '../net/types'
import { autoQueen } from './promotion'

/** What the selection depends on and what it calls. */
export interface SelectionOptions {
  view: BoardView
  choices: Choices | null
  movable: Color[]
  premovable: Color | null
  premove: Premove | null
  /** The premoves that can become legal; null while that is not known. */
  premoves: Premoves | null
  confirm: boolean
  /** A single own pawn becomes a queen without a question. */
  queen: boolean
  onmove?: (text: string) => void
  onpremove?: (p: Premove | null) => void
  /**
   * Called with the names of two squares that no legal move connects; they are the same if the piece is not the user's.
   */
  onrefuse?: (from: string, to: string) => void
  square: (key: number) => Square | undefined
  onselect?: (piece: Piece, targets: number) => void
  onconfirm?: () => void
}

export class MoveSelection {
  /** The square of the selected piece. */
  selected = $state<number | null>(null)
  /** The target whose preview is shown. */
  target = $state<number | null>(null)
  /** The target that waits for a second tap. */
  confirming = $state<number | null>(null)
  /** The move whose promotions the user is choosing. */
  promoting = $state.raw<Route | null>(null)
  /** A piece that is shown on its target until the next board view. */
  placed = $state.raw<{ piece: number; square: number } | null>(null)

  #options: () => SelectionOptions
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(options: () => SelectionOptions) {
    this.#options = options
  }

  /** 'move' if the user can move now, 'premove' if a premove is possible. */
  mode = $derived.by((): 'move' | 'premove' | 'none' => {
    const t = this.#options()
    if (t.choices && t.choices.ply === t.view.ply && t.movable.includes(t.view.turn)) return 'move'
    return t.premovable && t.premovable !== t.view.turn && !t.view.result ? 'premove' : 'none'
  })

  pieces = $derived.by(() => new Map(this.#options().view.pieces.map((m) => [m.square, m])))

  #routes = $derived.by(() => {
    const by = new Map<number, Map<number, Route>>()
    const { choices, premoves } = this.#options()
    const premove = ([from, to]: readonly [number, number]): Route => ({
      from,
      to,
      text: '',
      captures: this.pieces.has(to),
    })
    for (const r of this.mode === 'move'
      ? choices!.routes
      : this.mode === 'premove'
        ? (premoves ?? []).map(premove)
        : []) {
      if (!by.has(r.from)) by.set(r.from, new Map())
      by.get(r.from)!.set(r.to, r)
    }
    return by
  })

  /** The routes of the selected piece, by target: legal moves, or premoves. */
  routes = $derived.by((): Map<number, Route> =>
    this.selected === null ? none : (this.#routes.get(this.selected) ?? none),
  )

  /** The route to the target. */
  route = $derived.by(() => (this.target === null || this.mode !== 'move' ? undefined : this.routes.get(this.target)))

  /** Its move in UCI, without promotions that the user is to choose. */
  uci = $derived.by(() => (this.route ? this.#text(this.route) : null))
  #text(route: Route, ask = false): string {
    const t = this.#options()
    return t.queen && !ask && autoQueen(route, t.view.turn) ? route.text + 'q' : route.text
  }

  canSelect(square: number): boolean {
    const piece = this.pieces.get(square)
    if (!piece || this.mode === 'none') return false
    const t = this.#options()
    return this.mode === 'move' ? colorOf(piece.piece) === t.view.turn : colorOf(piece.piece) === t.premovable
  }

  /** Returns the number of squares that the piece on a square can move to. */
  count(square: number): number {
    return this.#routes.get(square)?.size ?? 0
  }

  isTarget(square: number): boolean {
    if (this.selected === null || square === this.selected) return false
    if (this.mode === 'premove' && !this.#options().premoves) return !this.#options().square(square)?.vanished
    return this.routes.has(square)
  }

  select(square: number): void {
    this.selected = square
    this.target = this.confirming = this.placed = null
    const piece = this.pieces.get(square)
    if (piece) this.#options().onselect?.(piece, this.count(square))
  }

  /** Shows the preview of a move to a square; with null, or a square that is no target, none. */
  hover(square: number | null): void {
    if (this.promoting) return
    if (square !== null && this.mode !== 'none' && this.isTarget(square)) this.target = square
    else this.target = this.confirming
  }

  /**
   * Cancels one thing: a target that waits for a second tap, else the selection, else the premove. Returns false if
   * there is none.
   */
  cancel(): boolean {
    const t = this.#options()
    if (this.confirming !== null) this.confirming = this.target = this.placed = null
    else if (this.selected !== null) this.clear()
    else if (t.premove) t.onpremove?.(null)
    else return false
    return true
  }

  /** Clears the selection. */
  clear(): void {
    this.selected = this.target = this.confirming = this.promoting = this.placed = null
  }

  /**
   * Plays the move to a target, after a second tap and the choice of promotions where needed.
   * With ask, promotions that the user has left to the page are asked for, too.
   */
  moveTo(square: number, ask = false): void {
    const t = this.#options()
    if (this.selected === null || !this.isTarget(square)) return
    if (this.mode === 'premove') {
      const piece = this.pieces.get(this.selected)
      if (piece) t.onpremove?.({ from: this.selected, to: square, key: piece.key, piece: piece.piece })
      this.clear()
      return
    }
    const route = this.routes.get(square)!
    if (t.confirm && this.confirming !== square) {
      this.confirming = this.target = square
      this.placed = this.#placedOn(square)
      t.onconfirm?.()
      return
    }
    const text = this.#text(route, ask)
    if (route.promotions?.length && text === route.text) {
      this.placed = this.#placedOn(square)
      this.promoting = route
      return
    }
    this.play(text)
  }

  /** Asks for the promotions of a move that was not made on the board. */
  askPromotion(route: Route): void {
    this.clear()
    this.selected = route.from
    this.target = route.to
    this.placed = this.#placedOn(route.to)
    this.promoting = route
  }

  /** Reports a move in UCI. The piece stays on its target until the next board view. */
  play(text: string): void {
    const to = this.target ?? this.placed?.square ?? null
    const placed = this.placed ?? (to === null ? null : this.#placedOn(to))
    const t = this.#options()
    this.clear()
    this.placed = placed
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => (this.placed = null), 1500)
    t.onmove?.(text)
  }

  /** Handles a tap, Enter or a screen reader's click on a square. */
  activate(square: number, ask = false): void {
    if (this.isTarget(square)) {
      this.target = square
      this.moveTo(square, ask)
    } else if (this.selected === square) this.clear()
    else if (this.canSelect(square)) this.select(square)
    else this.refuse(square)
  }

  /** Handles a tap on a square that is neither a target nor a piece of the user. */
  refuse(square: number): void {
    const t = this.#options()
    const from = this.selected ?? (this.pieces.has(square) ? square : null)
    const names = from === null || this.confirming !== null ? [] : [t.square(from)?.name, t.square(square)?.name]
    if (this.mode === 'move' && names[0] && names[1]) t.onrefuse?.(names[0], names[1])
    this.cancel()
  }

  /** Call it when the board view has changed. */
  viewChanged(): void {
    clearTimeout(this.#timer)
    const selected = this.selected
    this.clear()
    // A piece that was selected while the opponent moved stays selected.
    if (selected !== null && this.canSelect(selected)) this.selected = selected
  }

  close(): void {
    clearTimeout(this.#timer)
  }

  #placedOn(square: number) {
    const piece = this.selected === null ? undefined : this.pieces.get(this.selected)
    return piece ? { piece: piece.key, square } : null
  }
}

const none: Map<number, Route> = new Map()
