// A game that is being played, or was: on the server, or against the engine in this browser. It is shown and played in
// the same way; who keeps its moves, and who answers them, is the matter of LiveGame and LocalGame.

import { entry } from './text'
import { resolvePremove, type Premove } from '../board/premove'
import { other, type Offers, type Played } from '../rules/record'
import type { Snapshot } from './clock'
import { commonPrefix, GameViews, type ViewSource } from './gameviews.svelte'
import type { Event, Fault, Game, Line, Presence, Route, Rules, BoardView, Color } from '../net/types'

/** The user's move that the server has not confirmed. The board shows it already. */
export interface Pending {
  id: string
  ply: number // number of moves before it
  text: string
  color: Color
  acked: boolean // the server has stored it; its event will come
  at: number // when it was sent, in ms of the monotonic clock
}

/** What a page may announce or play a sound for. */
export type GameUpdate =
  /** missed is the number of moves that came with it and are not announced. */
  | { t: 'move'; view: BoardView; color: Color; mine: boolean; missed: number }
  /** quiet means that others came with it, which share one sound. */
  | { t: 'event'; event: Event; quiet?: boolean }
  | { t: 'refused'; order: string; fault: Fault }
  | { t: 'premove-lost' }
  /** The server has lost the last events, and the game is in an earlier state. */
  | { t: 'went-back' }

export abstract class PlayedGame implements ViewSource {
  /** The ID of a game on the server. */
  abstract readonly id: string | undefined
  /** Null until it is loaded. */
  abstract readonly game: Game | null
  abstract readonly moves: Played[]
  abstract readonly offers: Offers
  /** What the server has confirmed. */
  abstract readonly events: Event[]
  /** The colors that the user plays. */
  abstract readonly you: Color[]
  abstract readonly presence: (Presence & { at: number }) | null
  /** The last snapshot of the clocks; null without clocks. */
  abstract readonly times: Snapshot | null
  abstract readonly pending: Pending | null
  premove = $state.raw<Premove | null>(null)
  /** A typed move or premove whose promotions the user must choose. */
  promoting = $state.raw<Route | null>(null)
  readonly views: GameViews

  #listeners = new Set<(n: GameUpdate) => void>()

  constructor(protected readonly rules: () => Rules) {
    this.views = new GameViews(this, rules)
  }

  /** Calls f with every update. Returns a function that unsubscribes. */
  listen(f: (n: GameUpdate) => void): () => void {
    this.#listeners.add(f)
    return () => this.#listeners.delete(f)
  }
  protected notify(n: GameUpdate): void {
    for (const f of this.#listeners) f(n)
  }

  // ---- state

  get live(): boolean {
    return this.game?.status === 'live'
  }
  get finished(): boolean {
    return this.game?.status === 'finished'
  }
  /** The color that the user plays; null for spectators, and if the user plays both. */
  get color(): Color | null {
    return this.you.length === 1 ? this.you[0]! : null
  }
  get both(): boolean {
    return this.you.length === 2
  }
  get player(): boolean {
    return this.you.length > 0
  }
  /** The side to move, after the user's unconfirmed move. */
  get turn(): Color {
    const turn = this.game?.turn ?? 'white'
    return this.pending ? other(this.pending.color) : turn
  }
  /** The colors that the user can move now. */
  get movable(): Color[] {
    return this.needsChoices() && this.views.atEnd ? [this.turn] : []
  }
  /** The color that can premove. */
  get premovable(): Color | null {
    return this.live && this.views.atEnd && this.color && this.turn !== this.color ? this.color : null
  }

  // ---- commands

  /** Plays a legal move, in UCI. The board shows it at once. */
  abstract play(text: string): void

  /**
   * Gives an order other than a move, unless the same is pending. Returns whether it was carried out; listeners hear of
   * a rejection.
   */
  abstract order(order: string, color?: Color): Promise<boolean>
  /** Reports whether an order was given and is not yet carried out or rejected. */
  abstract busy(order: string): boolean

  /** Plays a typed move, or asks for promotions that it does not name. Error messages are for users. */
  async type(text: string): Promise<void> {
    const line = this.line
    const here = () => {
      const now = this.line.moves
      if (this.movable.length === 0 || now.length !== line.moves.length || commonPrefix(now, line.moves) < now.length)
        throw new Error(entry.changed)
    }
    const { text: whole } = await this.rules()
      .preview(line, text)
      .catch((e: unknown) => {
        const english = entry.english(text)
        if (english === text) throw e
        text = english
        return this.rules()
          .preview(line, text)
          .catch(() => Promise.reject(e)) // about what the user typed
      })
    here()
    if (whole.length === text.length || !whole.startsWith(text)) return this.play(whole)
    // The rules have completed the promotions.
    const { routes } = await this.rules().choices(line)
    here()
    const route = routes.find((r) => r.promotions?.length && text.startsWith(r.text) && whole.startsWith(r.text))
    if (!route) throw new Error(entry.open(text))
    this.promoting = route
  }

  // ---- board views

  get line(): Line {
    const moves = this.moves.map((m) => m.move)
    if (this.pending?.ply === moves.length) moves.push(this.pending.text)
    return { variant: this.game!.variant, fen: this.game!.fen, moves }
  }
  needsChoices(): boolean {
    return this.live && !this.pending && this.you.includes(this.turn)
  }
  onViews(last?: BoardView, missed = 0): void {
    if (!last) return
    const color = other(last.turn)
    this.notify({ t: 'move', view: last, color, mine: this.you.includes(color), missed })
  }
  /** Plays the premove, or asks for its promotions. */
  onChoices(): void {
    const p = this.premove
    const { choices, list } = this.views
    if (!p || !choices) return
    this.premove = null
    const found = resolvePremove(p, choices, list.at(-1), this.turn)
    if (!found) this.notify({ t: 'premove-lost' })
    else if (found.move) this.play(found.move)
    else this.promoting = found.route
  }
}
