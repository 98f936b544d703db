// A game on the server as the page follows it: its confirmed events and the user's unconfirmed move. A move is shown
// at once, since the rules in the page know that it is legal. It is sent with an ID that the page chose, so the server
// takes it once however often it is sent.

import { applyEvent, emptyRecord, updateGame, type Offers, type Played, type GameRecord } from '../rules/record'
import { PendingOrders } from './orders.svelte'
import { Refused } from '../net/outbox'
import type { Snapshot } from './clock'
import { PlayedGame, type GameUpdate, type Pending } from './played.svelte'
import type { Subscriber, Socket } from '../net/socket.svelte'
import type { Event, Fault, Game, Presence, Rules, BoardView, ServerMessage, Color, Times } from '../net/types'

export type GameSocket = Pick<Socket, 'watch' | 'rewatch' | 'send' | 'outbox' | 'lag'>

/** How long the page waits before it asks the server again, in ms, and how long each time for a missing game. */
const later = 2000
const missing = [150, 300, 600, later]

export class LiveGame extends PlayedGame implements Subscriber {
  game = $state.raw<Game | null>(null)
  /** Why the game cannot be shown. */
  fault = $state.raw<Fault | null>(null)
  events = $state.raw<Event[]>([])
  you = $state.raw<Color[]>([])
  presence = $state.raw<(Presence & { at: number }) | null>(null)
  /** The last snapshot of the clocks, and its time in ms of the monotonic clock. */
  times = $state.raw<Snapshot | null>(null)
  pending = $state.raw<Pending | null>(null)

  #record = $state.raw<GameRecord>(emptyRecord)
  #orders = new PendingOrders()
  #queued: GameUpdate[] = [] // events that wait for their board views
  #closed = false
  #stop: () => void = () => {}

  constructor(
    readonly id: string,
    private readonly socket: GameSocket,
    rules: () => Rules,
    private readonly now: () => number = () => performance.now(),
  ) {
    super(rules)
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

  get moves(): Played[] {
    return this.#record.moves
  }
  get offers(): Offers {
    return this.#record.offers
  }

  // ---- commands

  play(text: string): void {
    if (this.movable.length === 0) return
    const [ply, color] = [this.moves.length, this.turn]
    const { id, done } = this.#send({ order: 'move', color, ply, move: text })
    this.#setPending({ id, ply, text, color, acked: false, at: this.now() }, done)
    this.views.last()
    void this.views.sync()
  }

  async order(
    order: string,
    color: Color | undefined = this.color ?? (this.both ? this.turn : undefined),
  ): Promise<boolean> {
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
  busy(order: string): boolean {
    return this.#orders.has(order)
  }
  /**
   * Sends an order with the last known event, so that the server can reject one that was meant for an earlier position.
   */
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

  /**
   * Handles that the server could not show the game; unless it was deleted, the page asks again. A tournament may lead
   * to its games a moment before they are there: a missing one is reported when it stays so.
   */
  #watchFailed(fault: Fault): void {
    const gone = fault.code === 'not-found' || fault.code === 'deleted'
    const wait = !gone ? later : this.game ? undefined : missing[this.#asked++]
    if (gone && (wait === undefined || wait === later)) this.fault = this.game ? { ...fault, code: 'deleted' } : fault
    if (wait !== undefined) this.#later(() => this.socket.rewatch(this.id), wait)
  }

  #asked = 0 // for a game that is not there

  #later(f: () => void, wait = later): void {
    setTimeout(() => !this.#closed && f(), wait)
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
      this.notify({ t: 'went-back' })
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
    this.notify({ t: 'refused', order, fault })
  }

  protected override notify(n: GameUpdate): void {
    if (!this.#closed) super.notify(n)
  }
  /** Announces events after the moves that came with them: first the mate, then the winner. */
  override onViews(last?: BoardView, missed?: number): void {
    super.onViews(last, missed)
    for (const n of this.#queued.splice(0)) this.notify(n)
  }
}
