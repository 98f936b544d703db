// What a person is doing with the board: which man is chosen, where he may go,
// which target is being looked at. Pointer, keyboard and screen reader all end
// up here.

import type { Premove } from '../lib/live.svelte'
import { sideOf } from '../lib/record'
import type { Cell, Choices, Man, Route, Scene, Side } from '../lib/types'
import { fullText } from './promotion'

/** What the hand must know and whom it tells; the board keeps it up to date. */
export interface Terms {
  scene: Scene
  choices: Choices | null
  movable: Side[]
  premovable: Side | null
  premove: Premove | null
  confirm: boolean
  onmove?: (text: string) => void
  onpremove?: (p: Premove | null) => void
  cell: (key: number) => Cell | undefined
  onselect?: (man: Man, targets: number) => void
  onarm?: () => void
}

export class Hand {
  /** The cell of the chosen man. */
  selected = $state<number | null>(null)
  /** The target that is looked at: its preview shows. */
  target = $state<number | null>(null)
  /** The target that a second tap confirms. */
  armed = $state<number | null>(null)
  /** A move that waits for what its pawns become. */
  promoting = $state.raw<Route | null>(null)
  /** A man who was put somewhere and waits there for the scene that says so. */
  held = $state.raw<{ man: number; cell: number } | null>(null)

  #terms: () => Terms
  #release: ReturnType<typeof setTimeout> | undefined

  constructor(terms: () => Terms) {
    this.#terms = terms
  }

  /** 'move' if the person can move now, 'premove' if he can say what he will move. */
  mode = $derived.by((): 'move' | 'premove' | 'none' => {
    const t = this.#terms()
    if (t.choices && t.choices.ply === t.scene.ply && t.movable.includes(t.scene.turn)) return 'move'
    return t.premovable && t.premovable !== t.scene.turn && !t.scene.result ? 'premove' : 'none'
  })

  men = $derived.by(() => new Map(this.#terms().scene.men.map((m) => [m.cell, m])))

  #routes = $derived.by(() => {
    const by = new Map<number, Map<number, Route>>()
    if (this.mode !== 'move') return by
    for (const r of this.#terms().choices!.routes) {
      if (!by.has(r.from)) by.set(r.from, new Map())
      by.get(r.from)!.set(r.to, r)
    }
    return by
  })

  /** The ways of the chosen man, by target. */
  routes = $derived.by((): Map<number, Route> => (this.selected === null ? none : (this.#routes.get(this.selected) ?? none)))

  /** The route that is looked at. */
  route = $derived.by(() => (this.target === null ? undefined : this.routes.get(this.target)))

  /** Its whole move, with the likeliest promotions. */
  text = $derived.by(() => (this.route ? fullText(this.route) : null))

  canPick(cell: number): boolean {
    const man = this.men.get(cell)
    if (!man || this.mode === 'none') return false
    const t = this.#terms()
    return this.mode === 'move' ? sideOf(man.man) === t.scene.turn : sideOf(man.man) === t.premovable
  }

  /** How many cells a man on a cell may move to. */
  count(cell: number): number {
    return this.#routes.get(cell)?.size ?? 0
  }

  isTarget(cell: number): boolean {
    if (this.selected === null || cell === this.selected) return false
    if (this.mode === 'premove') return !this.#terms().cell(cell)?.gone
    return this.routes.has(cell)
  }

  select(cell: number): void {
    this.selected = cell
    this.target = this.armed = this.held = null
    const man = this.men.get(cell)
    if (man) this.#terms().onselect?.(man, this.count(cell))
  }

  /** Looks at a target, or at none. */
  look(cell: number | null): void {
    if (this.promoting) return
    if (cell !== null && this.mode === 'move' && this.isTarget(cell)) this.target = cell
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
  choose(cell: number): void {
    const t = this.#terms()
    if (this.selected === null || !this.isTarget(cell)) return
    if (this.mode === 'premove') {
      const man = this.men.get(this.selected)
      if (man) t.onpremove?.({ from: this.selected, to: cell, key: man.key, man: man.man })
      this.drop()
      return
    }
    const route = this.routes.get(cell)!
    if (t.confirm && this.armed !== cell) {
      this.armed = this.target = cell
      this.held = this.#holding(cell)
      t.onarm?.()
      return
    }
    if (route.pawns?.length) {
      this.held = this.#holding(cell)
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

  /** Hands a move over; the man waits where he was put until a scene comes. */
  play(text: string): void {
    const to = this.target ?? this.held?.cell ?? null
    const held = this.held ?? (to === null ? null : this.#holding(to))
    const t = this.#terms()
    this.drop()
    this.held = held
    clearTimeout(this.#release)
    this.#release = setTimeout(() => (this.held = null), 1500)
    t.onmove?.(text)
  }

  /** A tap, Enter or a screen reader's click on a cell. */
  activate(cell: number): void {
    if (this.isTarget(cell)) {
      this.target = cell
      this.choose(cell)
    } else if (this.selected === cell) this.drop()
    else if (this.canPick(cell)) this.select(cell)
    else this.cancel()
  }

  /** To be called when the scene has changed. */
  moved(): void {
    clearTimeout(this.#release)
    const selected = this.selected
    this.drop()
    // One who chose his man while the other moved keeps him.
    if (selected !== null && this.canPick(selected)) this.selected = selected
  }

  close(): void {
    clearTimeout(this.#release)
  }

  #holding(cell: number) {
    const man = this.selected === null ? undefined : this.men.get(this.selected)
    return man ? { man: man.key, cell } : null
  }
}

const none: Map<number, Route> = new Map()
