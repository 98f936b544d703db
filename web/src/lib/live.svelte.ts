// One game as the page follows it: what the server has confirmed, the move that
// is still on its way, and what of it is shown.

import { entry } from '../text/game'
import { emptyRecord, applyEvent, other, updateGame, colorOf, type Offers, type Played, type GameRecord } from './record'
import { Refused } from './outbox'
import { commonPrefix, GameViews, type ViewSource } from './gameviews.svelte'
import type { Subscriber, Socket } from './socket.svelte'
import type { Event, Fault, Game, Line, Presence, Route, Rules, BoardView, ServerMessage, Color, Times } from './types'

/** One's own move that the server has not confirmed. It is on the board already. */
export interface Pending {
  id: string
  ply: number // how many moves were played before it
  text: string
  color: Color
  acked: boolean // it is on the server's disk; its event will come
  at: number // when it was sent, by the monotonic clock
}

/** A move laid down in advance, of one piece: no other piece makes it instead. */
export interface Premove {
  from: number
  to: number
  key: number
  piece: string
}

/** What has happened that a page may want to say or let sound. */
export type GameUpdate =
  /** missed is how many moves came before it at the same time, of which nothing is told. */
  | { t: 'move'; view: BoardView; color: Color; mine: boolean; missed: number }
  /** quiet: others came with it, and one sound for all of them is enough. */
  | { t: 'event'; event: Event; quiet?: boolean }
  | { t: 'refused'; order: string; fault: Fault }
  | { t: 'premove-lost' }

/** What a game needs of the socket. */
export type GameSocket = Pick<Socket, 'watch' | 'rewatch' | 'send' | 'outbox' | 'lag'>

export class LiveGame implements Subscriber, ViewSource {
  game = $state.raw<Game | null>(null)
  /** Why the game cannot be shown. */
  fault = $state.raw<Fault | null>(null)
  events = $state.raw<Event[]>([])
  you = $state.raw<Color[]>([])
  presence = $state.raw<(Presence & { at: number }) | null>(null)
  /** The last snapshot of the clocks, and when it was true by our monotonic clock. */
  times = $state.raw<(Times & { at: number }) | null>(null)
  pending = $state.raw<Pending | null>(null)
  premove = $state.raw<Premove | null>(null)
  /** A move that was typed, or laid down in advance, and needs an answer before it can be played. */
  promoting = $state.raw<Route | null>(null)
  readonly views: GameViews

  #record = $state.raw<GameRecord>(emptyRecord)
  #underway = $state.raw<Underway[]>([])
  #queued: GameUpdate[] = [] // events whose moves are not on the board yet
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

  /** Begins to follow; the function returned ends it. */
  open(): () => void {
    this.#stop = this.socket.watch(this.id, this)
    return () => {
      this.#closed = true
      this.views.close()
      this.#stop()
    }
  }

  /** Calls f with all news; the function returned ends it. */
  listen(f: (n: GameUpdate) => void): () => void {
    this.#listeners.add(f)
    return () => this.#listeners.delete(f)
  }

  // ---- what is so

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
  /** The one side that the person plays, if it is one. */
  get color(): Color | null {
    return this.you.length === 1 ? this.you[0]! : null
  }
  get both(): boolean {
    return this.you.length === 2
  }
  get player(): boolean {
    return this.you.length > 0
  }
  /** Whose turn it is, one's own unconfirmed move included. */
  get turn(): Color {
    const turn = this.game?.turn ?? 'white'
    return this.pending ? other(this.pending.color) : turn
  }
  /** The sides that the person may move now. */
  get movable(): Color[] {
    return this.live && !this.pending && this.views.atEnd && this.you.includes(this.turn) ? [this.turn] : []
  }
  /** The side for which a move can be laid down in advance. */
  get premovable(): Color | null {
    return this.live && this.views.atEnd && this.color && this.turn !== this.color ? this.color : null
  }

  // ---- what the person does

  /** Plays a move that the rules have offered, in UCI. It is on the board at once. */
  play(text: string): void {
    if (this.movable.length === 0) return
    const [ply, color] = [this.moves.length, this.turn]
    const { id, done } = this.#send({ order: 'move', color, ply, move: text })
    this.#setPending({ id, ply, text, color, acked: false, at: this.now() }, done)
    this.views.last()
    void this.views.sync()
  }

  /**
   * Plays a typed move, or asks what its pawns become if that was left open.
   * The error is fit for people.
   */
  async type(text: string): Promise<void> {
    const line = this.line
    const here = () => {
      const now = this.#shownMoves()
      if (this.movable.length === 0 || now.length !== line.moves.length || commonPrefix(now, line.moves) < now.length) throw new Error(entry.changed)
    }
    const { text: whole } = await this.rules().preview(line, text)
    here()
    if (whole.length === text.length || !whole.startsWith(text)) return this.play(whole)
    // The rules have completed it with promotions of their own.
    const { routes } = await this.rules().choices(line)
    here()
    const route = routes.find((r) => r.promotions?.length && text.startsWith(r.text) && whole.startsWith(r.text))
    if (!route) throw new Error(entry.open(text))
    this.promoting = route
  }

  /**
   * Gives an order other than a move, unless the same is underway. The promise says
   * whether it was carried out; what was refused is told to listeners.
   */
  async order(order: string, color: Color | undefined = this.color ?? (this.both ? this.turn : undefined)): Promise<boolean> {
    if (this.busy(order)) return false
    const { id, done } = this.#send({ order, color })
    this.#underway = [...this.#underway, { id, order }]
    try {
      const seq = await done
      this.#underway = this.#underway.map((u) => (u.id === id ? { ...u, seq } : u))
      this.#landed()
      this.#expect(seq)
      return true
    } catch (e) {
      this.#underway = this.#underway.filter((u) => u.id !== id)
      this.#refused(order, e)
      return false
    }
  }
  /** Whether such an order was given, and neither has its event come nor was it refused. */
  busy(order: string): boolean {
    return this.#underway.some((u) => u.order === order)
  }
  /** Orders whose events are here are done. */
  #landed(): void {
    const last = this.last() ?? 0
    if (this.#underway.some((u) => u.seq !== undefined && u.seq <= last)) this.#underway = this.#underway.filter((u) => !u.seq || u.seq > last)
  }
  /** An order says what its giver knew, so that the server can tell whether it was meant for a position that is gone. */
  #send(order: { order: string; color?: Color; ply?: number; move?: string }) {
    return this.socket.send(this.id, { ...order, seen: this.last() })
  }

  // ---- what the server says

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

  /** The server could not show the game. If it exists, that will pass. */
  #watchFailed(fault: Fault): void {
    if (fault.code === 'not-found' && !this.game) this.fault = fault
    else this.#later(() => this.socket.rewatch(this.id))
  }

  #later(f: () => void): void {
    setTimeout(() => !this.#closed && f(), 2000)
  }

  #receiveGame(m: ServerMessage): void {
    const from = m.from ?? 0
    const had = this.last() ?? 0
    if (from > had) {
      // It answers a question that we did not ask: begin anew.
      this.events = []
      return this.socket.rewatch(this.id)
    }
    const fresh = (m.events ?? []).filter((e) => from === 0 || e.seq > had)
    const news = this.game ? fresh.filter((e) => e.seq > had) : []
    this.events = from === 0 ? fresh : [...this.events, ...fresh]
    this.#record = this.events.reduce(applyEvent, emptyRecord)
    this.game = m.game ?? this.game
    this.fault = null
    this.you = m.you ?? []
    if (m.times) this.#clock(m.times)
    if (m.presence) this.presence = { ...m.presence, at: this.now() }
    this.#restore()
    // Of what was missed the last of each kind is told, and one sound made.
    const last = news.filter((e, i) => !news.slice(i + 1).some((later) => later.kind === e.kind))
    this.#queued.push(...last.map((event): GameUpdate => ({ t: 'event', event, quiet: event !== last.at(-1) })))
    this.#applied(...news)
  }

  #receiveEvent(e: Event, times: Times | undefined): void {
    const had = this.last() ?? 0
    if (!this.game || e.seq <= had) return
    if (e.seq > had + 1) return this.socket.rewatch(this.id)
    this.events = [...this.events, e]
    this.#record = applyEvent(this.#record, e)
    this.game = updateGame(this.game, e)
    if (times) this.#clock(times)
    // Who plays what, only the server's summary says.
    if (e.kind === 'join') this.socket.rewatch(this.id)
    this.#queued.push({ t: 'event', event: e })
    this.#applied(e)
  }

  /** The server's truth has changed by these events. */
  #applied(...news: Event[]): void {
    const p = this.pending
    if (p && (this.moves.length !== p.ply || !this.live)) {
      this.pending = null
      if (this.moves.length < p.ply) this.premove = null
    }
    const back = news.some((e) => e.kind === 'takeback')
    if (!this.live || back) this.premove = null
    if (news.length > 0) this.promoting = null
    this.#landed()
    // A player is taken to what has happened, which one's own move is no more when it
    // is confirmed; a watcher may go on looking back.
    const played = news.filter((e) => e.kind === 'move')
    const known = played.length === 1 && p?.ply === this.moves.length - 1 && p.text === played[0]!.move
    if (back || (this.player && played.length > 0 && !known)) this.views.last()
    void this.views.sync()
  }

  #clock(t: Times): void {
    this.times = { ...t, at: this.now() - (t.running ? this.socket.lag / 2 : 0) }
  }

  /** A move that waits from before the page was loaded is on its way still. */
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
        } else if (this.moves[p.ply]?.move === p.text) return // another tab was faster with the same
        this.#refused('move', e)
      },
    )
  }

  /** An event with that number is on its way; if it gets lost it is asked for. */
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

  // ---- what the board shows

  get line(): Line {
    return { variant: this.game!.variant, fen: this.game!.fen, moves: this.#shownMoves() }
  }
  /** The moves that the board should show, with the unconfirmed one. */
  #shownMoves(): string[] {
    const moves = this.moves.map((m) => m.move)
    return this.pending?.ply === moves.length ? [...moves, this.pending.text] : moves
  }
  needsChoices(): boolean {
    return this.live && !this.pending && this.you.includes(this.turn)
  }
  /** Events are told after the moves that came with them: first the mate, then who has won. */
  onViews(last?: BoardView, missed = 0): void {
    if (last) this.#notify({ t: 'move', view: last, color: other(last.turn), mine: this.you.includes(other(last.turn)), missed })
    for (const n of this.#queued.splice(0)) this.#notify(n)
  }
  /** Plays what was laid down in advance, if the same piece can still do it. Where there is a choice of promotions, the user is asked. */
  onChoices(): void {
    const p = this.premove
    const { choices, list } = this.views
    if (!p || !choices) return
    this.premove = null
    const piece = list.at(-1)?.pieces.find((m) => m.square === p.from)
    const route = choices.routes.find((r) => r.from === p.from && r.to === p.to)
    if (!route || piece?.key !== p.key || piece.piece !== p.piece) return this.#notify({ t: 'premove-lost' })
    const [pawn, ...more] = route.promotions ?? []
    if (!pawn) return this.play(route.text)
    const queen = more.length === 0 && colorOf(pawn.piece) === this.turn && (route.only?.includes('q') ?? true)
    if (queen) this.play(route.text + 'q')
    else this.promoting = route
  }
}

/** An order that is on its way; seq is its event's number when the server has answered. */
interface Underway {
  id: string
  order: string
  seq?: number
}
