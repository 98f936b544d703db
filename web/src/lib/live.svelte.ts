// A game as the page follows it: its confirmed events, the user's unconfirmed move, and
// the board views. A move is shown at once, since the rules in the page know that it is legal.
// It is sent with an ID that the page chose, so the server takes it once however often it is sent.

import { entry } from '../text/game'
import { applyEvent, emptyRecord, other, updateGame, type Offers, type Played, type GameRecord } from './record'
import { PendingOrders } from './orders.svelte'
import { Refused } from './outbox'
import { resolvePremove, type Premove } from './premove'
import { commonPrefix, GameViews, type ViewSource } from './gameviews.svelte'
import type { Subscriber, Socket } from './socket.svelte'
import type { Event, Fault, Game, Line, Presence, Route, Rules, BoardView, ServerMessage, Color, Times } from './types'

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

export type GameSocket = Pick<Socket, 'watch' | 'rewatch' | 'send' | 'outbox' | 'lag'>

export class LiveGame implements Subscriber, ViewSource {
  game = $state.raw<Game | null>(null)
  /** Why the game cannot be shown. */
  fault = $state.raw<Fault | null>(null)
  events = $state.raw<Event[]>([])
  you = $state.raw<Color[]>([])
  presence = $state.raw<(Presence & { at: number }) | null>(null)
  /** The last snapshot of the clocks, and its time in ms of the monotonic clock. */
  times = $state.raw<(Times & { at: number }) | null>(null)
  pending = $state.raw<Pending | null>(null)
  premove = $state.raw<Premove | null>(null)
  /** A typed move or premove whose promotions the user must choose. */
  promoting = $state.raw<Route | null>(null)
  readonly views: GameViews

  #record = $state.raw<GameRecord>(emptyRecord)
  #orders = new PendingOrders()
  #queued: GameUpdate[] = [] // events that wait for their board views
  #closed = false
  #stop: () => void = () => {}
  #listeners = new Set<(n: GameUpdate) => void>()

  constructor(
    readonly id: string,
    private readonly socket: GameSocket,
    private readonly rules: () => Rules,
    private readonly now: () => number = () => performance.now(),
  ) {
    this.views = new GameViews(this, rules)
  }

  /** Starts following the game. Returns a function that stops it. */
  open(): () => void {
    this.#stop = this.socket.watch(this.id, this)
    return () => {
      this.#closed = true
      this.views.close()
      this.#stop()
    }
  }

  /** Calls f with every update. Returns a function that unsubscribes. */
  listen(f: (n: GameUpdate) => void): () => void {
    this.#listeners.add(f)
    return () => this.#listeners.delete(f)
  }

  // ---- state

  get moves(): Played[] {
    return this.#record.moves
  }
  get offers(): Offers {
    return this.#record.offers
  }
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
    return this.live && !this.pending && this.views.atEnd && this.you.includes(this.turn) ? [this.turn] : []
  }
  /** The color that can premove. */
  get premovable(): Color | null {
    return this.live && this.views.atEnd && this.color && this.turn !== this.color ? this.color : null
  }

  // ---- commands

  /** Plays a legal move, in UCI. The board shows it at once. */
  play(text: string): void {
    if (this.movable.length === 0) return
    const [ply, color] = [this.moves.length, this.turn]
    const { id, done } = this.#send({ order: 'move', color, ply, move: text })
    this.#setPending({ id, ply, text, color, acked: false, at: this.now() }, done)
    this.views.last()
    void this.views.sync()
  }

  /** Plays a typed move, or asks for promotions that it does not name. Error messages are for users. */
  async type(text: string): Promise<void> {
    const line = this.line
    const here = () => {
      const now = this.#shownMoves()
      if (this.movable.length === 0 || now.length !== line.moves.length || commonPrefix(now, line.moves) < now.length) throw new Error(entry.changed)
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

  /** Gives an order other than a move, unless the same is pending. Returns whether it was carried out; listeners hear of a rejection. */
  async order(order: string, color: Color | undefined = this.color ?? (this.both ? this.turn : undefined)): Promise<boolean> {
    if (this.busy(order)) return false
    const { id, done } = this.#send({ order, color })
    try {
      const seq = await this.#orders.track(id, order, done)
      this.#orders.settle(this.last() ?? 0)
      this.#expect(seq)
      return true
    } catch (e) {
      this.#refused(order, e)
      return false
    }
  }
  /** Reports whether an order was given and neither its event nor a rejection has come. */
  busy(order: string): boolean {
    return this.#orders.has(order)
  }
  /** Sends an order with the last known event, so that the server can reject one that was meant for an earlier position. */
  #send(order: { order: string; color?: Color; ply?: number; move?: string }) {
    return this.socket.send(this.id, { ...order, seen: this.last() })
  }

  // ---- messages of the server

  last(): number | undefined {
    return this.events.at(-1)?.seq
  }

  receive(m: ServerMessage): void {
    if (this.#closed) return
    if (m.t === 'game') this.#receiveGame(m)
    else if (m.t === 'event' && m.event) this.#receiveEvent(m.event, m.times)
    else if (m.t === 'presence' && m.presence) this.presence = { ...m.presence, at: this.now() }
    else if (m.t === 'error' && m.error) this.#watchFailed(m.error)
  }

  /** Handles that the server could not show the game; unless it does not exist, or no longer, the page asks again. */
  #watchFailed(fault: Fault): void {
    if (fault.code === 'not-found' || fault.code === 'deleted') this.fault = this.game ? { ...fault, code: 'deleted' } : fault
    else this.#later(() => this.socket.rewatch(this.id))
  }

  #later(f: () => void): void {
    setTimeout(() => !this.#closed && f(), 2000)
  }

  #receiveGame(m: ServerMessage): void {
    const from = m.from ?? 0
    const had = this.last() ?? 0
    if (from > had) {
      // The message starts after the last known event: ask for all.
      this.events = []
      return this.socket.rewatch(this.id)
    }
    const fresh = (m.events ?? []).filter((e) => from === 0 || e.seq > had)
    const missed = this.game ? fresh.filter((e) => e.seq > had) : []
    const known = this.events.at(-1)
    const lost = from === 0 && known && !fresh.some((e) => e.seq === had && e.kind === known.kind && e.at === known.at)
    this.events = from === 0 ? fresh : [...this.events, ...fresh]
    this.#record = this.events.reduce(applyEvent, emptyRecord)
    this.game = m.game ?? this.game
    this.fault = null
    this.you = m.you ?? []
    if (m.times) this.#clock(m.times)
    if (m.presence) this.presence = { ...m.presence, at: this.now() }
    this.#restore()
    // Of the missed events the last of each kind is announced, with one sound.
    const last = missed.filter((e, i) => !missed.slice(i + 1).some((later) => later.kind === e.kind))
    this.#queued.push(...last.map((event): GameUpdate => ({ t: 'event', event, quiet: event !== last.at(-1) })))
    this.#applied(...missed)
    if (lost) {
      this.premove = null
      this.views.last()
      this.#notify({ t: 'went-back' })
    }
  }

  #receiveEvent(e: Event, times: Times | undefined): void {
    const had = this.last() ?? 0
    if (!this.game || e.seq <= had) return
    if (e.seq > had + 1) return this.socket.rewatch(this.id)
    this.events = [...this.events, e]
    this.#record = applyEvent(this.#record, e)
    this.game = updateGame(this.game, e)
    if (times) this.#clock(times)
    // Only the server's summary says who plays which color.
    if (e.kind === 'join' || e.kind === 'adopt') this.socket.rewatch(this.id)
    this.#queued.push({ t: 'event', event: e })
    this.#applied(e)
  }

  /** Updates everything after events. */
  #applied(...events: Event[]): void {
    const p = this.pending
    if (p && (this.moves.length !== p.ply || !this.live)) {
      this.pending = null
      if (this.moves.length < p.ply) this.premove = null
    }
    const back = events.some((e) => e.kind === 'takeback')
    if (!this.live || back) this.premove = null
    if (events.length > 0) this.promoting = null
    this.#orders.settle(this.last() ?? 0)
    // A player is shown new moves, except for the confirmation of an own move; a spectator
    // may keep looking back.
    const played = events.filter((e) => e.kind === 'move')
    const known = played.length === 1 && p?.ply === this.moves.length - 1 && p.text === played[0]!.move
    if (back || (this.player && played.length > 0 && !known)) this.views.last()
    void this.views.sync()
  }

  #clock(t: Times): void {
    this.times = { ...t, at: this.now() - (t.running ? this.socket.lag / 2 : 0) }
  }

  /** Restores an unconfirmed move from before the page was loaded. */
  #restore(): void {
    if (this.pending || !this.live) return
    for (const { command: c, done } of this.socket.outbox.waiting(this.id)) {
      if (c.order !== 'move' || c.ply !== this.moves.length || !c.move || !c.color) continue
      this.#setPending({ id: c.id, ply: c.ply, text: c.move, color: c.color, acked: false, at: this.now() }, done)
    }
  }

  #setPending(p: Pending, done: Promise<number>): void {
    this.pending = p
    this.views.choices = null
    done.then(
      (seq) => {
        if (this.pending?.id === p.id) this.pending = { ...this.pending, acked: true }
        this.#expect(seq)
      },
      (e) => {
        if (this.pending?.id === p.id) {
          this.pending = this.premove = null
          void this.views.sync()
        } else if (this.moves[p.ply]?.move === p.text) return // another tab has played the same move
        this.#refused('move', e)
      },
    )
  }

  /** Asks for an event if it does not come soon. */
  #expect(seq: number): void {
    if ((this.last() ?? 0) >= seq) return
    this.#later(() => {
      if ((this.last() ?? 0) < seq) this.socket.rewatch(this.id)
    })
  }

  #refused(order: string, e: unknown): void {
    const fault = e instanceof Refused ? e.fault : { code: 'server', text: String(e) }
    this.#notify({ t: 'refused', order, fault })
  }

  #notify(n: GameUpdate): void {
    if (!this.#closed) for (const f of this.#listeners) f(n)
  }

  // ---- board views

  get line(): Line {
    return { variant: this.game!.variant, fen: this.game!.fen, moves: this.#shownMoves() }
  }
  /** The moves to show, with the unconfirmed one. */
  #shownMoves(): string[] {
    const moves = this.moves.map((m) => m.move)
    return this.pending?.ply === moves.length ? [...moves, this.pending.text] : moves
  }
  needsChoices(): boolean {
    return this.live && !this.pending && this.you.includes(this.turn)
  }
  /** Announces events after the moves that came with them: first the mate, then the winner. */
  onViews(last?: BoardView, missed = 0): void {
    if (last) this.#notify({ t: 'move', view: last, color: other(last.turn), mine: this.you.includes(other(last.turn)), missed })
    for (const n of this.#queued.splice(0)) this.#notify(n)
  }
  /** Plays the premove, or asks for its promotions. */
  onChoices(): void {
    const p = this.premove
    const { choices, list } = this.views
    if (!p || !choices) return
    this.premove = null
    const found = resolvePremove(p, choices, list.at(-1), this.turn)
    if (!found) this.#notify({ t: 'premove-lost' })
    else if (found.move) this.play(found.move)
    else this.promoting = found.route
  }
}
