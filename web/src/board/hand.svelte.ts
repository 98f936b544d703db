// What a person is doing with the board: which piece is chosen, where it may go,
// which target is being looked at. Pointer, keyboard and screen reader all end
// up here.

import type { Premove } from '../lib/live.svelte'
import { colorOf } from '../lib/record'
import type { Square, Choices, Piece, Route, BoardView, Color } from '../lib/types'
import { fullText } from './promotion'

/** What the hand must know and what it calls; the board keeps it up to date. */
export interface Terms {
  view: BoardView
  choices: Choices | null
  movable: Color[]
  premovable: Color | null
  premove: Premove | null
  confirm: boolean
  onmove?: (text: string) => void
  onpremove?: (p: Premove | null) => void
  square: (key: number) => Square | undefined
  onselect?: (piece: Piece, targets: number) => void
  onarm?: () => void
}

export class Hand {
  /** The square of the chosen piece. */
  selected = $state<number | null>(null)
  /** The target that is looked at: its preview shows. */
  target = $state<number | null>(null)
  /** The target that a second tap confirms. */
  armed = $state<number | null>(null)
  /** A move that waits for what its pawns become. */
  promoting = $state.raw<Route | null>(null)
  /** A piece who was put somewhere and waits there for the board view that says so. */
  held = $state.raw<{ piece: number; square: number } | null>(null)

  #terms: () => Terms
  #release: ReturnType<typeof setTimeout> | undefined

  constructor(terms: () => Terms) {
    this.#terms = terms
  }

  /** 'move' if the user can move now, 'premove' if a premove is possible. */
  mode = $derived.by((): 'move' | 'premove' | 'none' => {
    const t = this.#terms()
    if (t.choices && t.choices.ply === t.view.ply && t.movable.includes(t.view.turn)) return 'move'
    return t.premovable && t.premovable !== t.view.turn && !t.view.result ? 'premove' : 'none'
  })

  pieces = $derived.by(() => new Map(this.#terms().view.pieces.map((m) => [m.square, m])))

  #routes = $derived.by(() => {
    const by = new Map<number, Map<number, Route>>()
    if (this.mode !== 'move') return by
    for (const r of this.#terms().choices!.routes) {
      if (!by.has(r.from)) by.set(r.from, new Map())
      by.get(r.from)!.set(r.to, r)
    }
    return by
  })

  /** The ways of the chosen piece, by target. */
  routes = $derived.by((): Map<number, Route> => (this.selected === null ? none : (this.#routes.get(this.selected) ?? none)))

  /** The route that is looked at. */
  route = $derived.by(() => (this.target === null ? undefined : this.routes.get(this.target)))

  /** Its whole move, with the likeliest promotions. */
  text = $derived.by(() => (this.route ? fullText(this.route) : null))

  canPick(square: number): boolean {
    const piece = this.pieces.get(square)
    if (!piece || this.mode === 'none') return false
    const t = this.#terms()
    return this.mode === 'move' ? colorOf(piece.piece) === t.view.turn : colorOf(piece.piece) === t.premovable
  }

  /** How many squares a piece on a square may move to. */
  count(square: number): number {
    return this.#routes.get(square)?.size ?? 0
  }

  isTarget(square: number): boolean {
    if (this.selected === null || square === this.selected) return false
    if (this.mode === 'premove') return !this.#terms().square(square)?.vanished
    return this.routes.has(square)
  }

  select(square: number): void {
    this.selected = square
    this.target = this.armed = this.held = null
    const piece = this.pieces.get(square)
    if (piece) this.#terms().onselect?.(piece, this.count(square))
  }

  /** Looks at a target, or at none. */
  look(square: number | null): void {
    if (this.promoting) return
    if (square !== null && this.mode === 'move' && this.isTarget(square)) this.target = square
    else this.target = this.armed
  }

  /** Puts everything back: first an armed target, then the choice, then a premove. */
  cancel(): boolean {
    const t = this.#terms()
    if (this.armed !== null) this.armed = this.target = this.held = null
    else if (this.selected !== null) this.drop()
    else if (t.premove) t.onpremove?.(null)
    else return false
    return true
  }

  /** Forgets the choice. */
  drop(): void {
    this.selected = this.target = this.armed = this.promoting = this.held = null
  }

  /** Plays to a target, or asks first. */
  choose(square: number): void {
    const t = this.#terms()
    if (this.selected === null || !this.isTarget(square)) return
    if (this.mode === 'premove') {
      const piece = this.pieces.get(this.selected)
      if (piece) t.onpremove?.({ from: this.selected, to: square, key: piece.key, piece: piece.piece })
      this.drop()
      return
    }
    const route = this.routes.get(square)!
    if (t.confirm && this.armed !== square) {
      this.armed = this.target = square
      this.held = this.#holding(square)
      t.onarm?.()
      return
    }
    if (route.promotions?.length) {
      this.held = this.#holding(square)
      this.promoting = route
      return
    }
    this.play(route.text)
  }

  /** Asks what the pawns of a move become that did not come from this hand. */
  ask(route: Route): void {
    this.drop()
    this.selected = route.from
    this.target = route.to
    this.held = this.#holding(route.to)
    this.promoting = route
  }

  /** Hands a move over; the piece waits where it was put until a board view comes. */
  play(text: string): void {
    const to = this.target ?? this.held?.square ?? null
    const held = this.held ?? (to === null ? null : this.#holding(to))
    const t = this.#terms()
    this.drop()
    this.held = held
    clearTimeout(this.#release)
    this.#release = setTimeout(() => (this.held = null), 1500)
    t.onmove?.(text)
  }

  /** A tap, Enter or a screen reader's click on a square. */
  activate(square: number): void {
    if (this.isTarget(square)) {
      this.target = square
      this.choose(square)
    } else if (this.selected === square) this.drop()
    else if (this.canPick(square)) this.select(square)
    else this.cancel()
  }

  /** To be called when the board view has changed. */
  moved(): void {
    clearTimeout(this.#release)
    const selected = this.selected
    this.drop()
    // A piece that was chosen while the opponent moved stays chosen.
    if (selected !== null && this.canPick(selected)) this.selected = selected
  }

  close(): void {
    clearTimeout(this.#release)
  }

  #holding(square: number) {
    const piece = this.selected === null ? undefined : this.pieces.get(this.selected)
    return piece ? { piece: piece.key, square } : null
  }
}

const none: Map<number, Route> = new Map()
