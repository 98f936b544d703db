// A game against the computer in this browser: a study whose main line the user and the
// engine of the page play. It needs no server.

import { classic } from '../board/geometry'
import { errorText } from '../net/api'
import { user as account } from '../net/me.svelte'
import { say } from '../net/sentences.text'
import { site } from '../net/site'
import type { Snapshot } from '../play/clock'
import { PlayedGame } from '../play/played.svelte'
import type { Engine } from '../rules/engine.svelte'
import { moverAt } from '../rules/numbers'
import { other, type Played } from '../rules/record'
import { timeoutOf } from '../rules/rules'
import type { BoardView, Color, Event, Format, Game, Line, Rules, Seat, StudyTag } from '../net/types'
import { upper } from '../ui/text'
import type { Autosave } from './autosave.svelte'
import { clocksOf } from './clocks'
import { local } from './local.text'
import { keepClocks, keptClocks, LocalClock, startOf } from './localclock.svelte'
import { root } from './nodes'
import { startGame } from './startgame'
import { studyStorage, type Opponent } from './storage'

// Games and their PGN are in English in every language of the page.
const resignation = 'resignation'
const timeOut = 'time ran out'

export class LocalGame extends PlayedGame {
  /** It is in this browser only. */
  readonly id = undefined
  readonly events = []
  readonly offers = {}
  readonly presence = null
  readonly pending = null
  readonly you: Color[]
  /** The clocks; null if time is unlimited. */
  readonly clock: LocalClock | null

  #asked = -1 // the number of moves after which the engine is to move
  #ply = -1 // the number of moves that the clocks have counted
  #kept: Snapshot | null = null // of clocks that stand

  constructor(
    readonly autosave: Autosave,
    private readonly engine: Pick<Engine, 'play' | 'stop' | 'state'>,
    rules: () => Rules,
    /** The format of the variant's boards, if it is known before the first of them. */
    private readonly format: Format = classic,
    private readonly timeout: (line: Line) => Promise<{ result: string; reason: string }> = timeoutOf,
    now?: () => number,
  ) {
    super(rules)
    const { color, control } = this.opponent
    this.you = [color]
    this.clock = control && startOf(control).white > 0 ? new LocalClock(control, () => void this.#flag(), now) : null
  }

  get opponent(): Opponent {
    return this.autosave.info.opponent!
  }
  get #tree() {
    return this.autosave.study.tree
  }
  get #over(): boolean {
    return this.#tree.head.result !== '*'
  }
  get times(): Snapshot | null {
    return this.clock?.times ?? null
  }

  /** As the server would describe it. */
  readonly game: Game = $derived.by(() => {
    const { id, created, changed } = this.autosave.info
    const { variant, title, fen, result, reason } = this.#tree.head
    const { color, level, control = {}, casual = true } = this.opponent
    const { length: ply } = this.moves
    const last = this.views.list.at(-1)
    const { look, full, collapses } = last ?? this.format
    const name = site ? local.you : (account.me?.name ?? account.account?.name ?? '')
    const user: Seat = { name, taken: true, you: true }
    const engine: Seat = { name: '', taken: true, level }
    const [white, black] = color === 'white' ? [user, engine] : [engine, user]
    return {
      ...{ id, created, updated: changed, variant, fen, control, casual, ply, white, black, look, full, collapses },
      ...{ title: say(title), custom: !!fen, public: false, position: last?.fen ?? fen, turn: moverAt(fen, ply) },
      ...(this.#over ? { status: 'finished', result, reason } : { status: 'live' }),
    }
  })
  readonly moves: Played[] = $derived.by(() => {
    const { fen } = this.#tree.head
    const path = this.#tree.mainLine()
    return path.map(({ move, san }, i) => {
      const { white, black } = {
        ...(this.clock && startOf(this.clock.control)),
        ...clocksOf(path.slice(0, i + 1), fen),
      }
      const clocks = white === undefined || black === undefined ? undefined : [white, black]
      return { move, san, color: moverAt(fen, i), at: 0, clocks }
    })
  })

  /** The color whose clock runs. The computer's stands while its engine does. */
  get running(): Color | undefined {
    if (this.#over || !this.#last || this.moves.length !== this.#ply) return undefined
    return this.turn === this.color || this.engine.state === 'searching' ? this.turn : undefined
  }
  /** Lets the right clock run. Call it when the engine begins to search or stops. */
  runClock(): void {
    this.clock?.run(this.running, this.#ply)
  }
  /** Keeps what the clocks show, for the next load, unless they stand and that is kept. */
  keep(): void {
    if (!this.clock || this.#ply < 0 || this.#kept === this.clock.times) return
    keepClocks(this.autosave.info.id, this.#ply, this.#over ? null : this.clock.both)
    this.#kept = this.#over || !this.clock.times.running ? this.clock.times : null
  }

  /** Sets the clocks after a move or a takeback. */
  #count(): void {
    const { clock } = this
    const path = this.#tree.mainLine()
    if (!clock || path.length === this.#ply) return
    const start = startOf(clock.control)
    const then = { ...start, ...clocksOf(path, this.#tree.head.fen) } // by the moves
    if (this.#ply < 0) clock.set(keptClocks(this.autosave.info.id, path.length) ?? then)
    else if (path.length > this.#ply)
      clock.set({ ...clock.both, ...clocksOf(path.slice(this.#ply), this.#tree.head.fen) })
    // As on the server, a takeback returns no time.
    else
      clock.set({ white: Math.min(then.white, clock.left('white')), black: Math.min(then.black, clock.left('black')) })
    this.#ply = path.length
    this.keep()
  }

  /** Ends the game if the running clock has run out. Returns whether it has. */
  async #flag(): Promise<boolean> {
    const { running } = this
    if (!running || !this.clock || this.clock.times.running !== running || this.clock.left(running) > 0) return false
    await this.#timeUp(running)
    return true
  }
  /** Ends the game on time, unless the move is taken back meanwhile. */
  async #timeUp(color: Color): Promise<void> {
    const end = this.#tree.lineEnd(root)
    // Without the rules in the page it is a loss.
    const { result, reason } = await this.timeout(this.line).catch(() => ({
      result: color === 'white' ? '0-1' : '1-0',
      reason: timeOut,
    }))
    if (this.#over || this.#tree.lineEnd(root) !== end) return
    const name = upper(color) + 'Clock'
    this.#end('end', result, reason, [{ name, value: '0:00:00' }]) // no move tells that
  }

  /** The board view at the end of the game; undefined until it is loaded. */
  get #last(): BoardView | undefined {
    const last = this.views.list.at(-1)
    return last?.ply === this.moves.length && (last.move ?? '') === (this.moves.at(-1)?.move ?? '') ? last : undefined
  }
  /** Goes on after a change of the tree: with the engine's move, or with the end of the game. */
  async follow(): Promise<void> {
    this.#count()
    await this.views.sync()
  }
  override onViews(view?: BoardView, missed?: number): void {
    super.onViews(view, missed)
    const last = this.#last
    if (!last) return
    if (last.result && !this.#over) this.#end('move', last.result, last.reason ?? '')
    if (this.#over && this.#tree.head.reason?.startsWith(timeOut))
      this.clock?.set({ ...this.clock.both, [last.turn]: 0 })
    const { result } = this.#tree.head
    if (last.fen !== this.opponent.fen || result !== this.opponent.result)
      this.autosave.describe({ opponent: { ...this.opponent, fen: last.fen, result } })
    void this.autosave.flush() // at once: a game is not edited, but lost or kept
    const thinks = !this.#over && this.turn !== this.color
    this.#asked = thinks ? last.ply : -1
    const { level, seed } = this.opponent
    if (thinks) this.engine.play(this.line, level, seed, () => this.#budget(last))
    else if (this.engine.state !== 'done') this.engine.stop() // a worker that is done is kept for the next move
    this.runClock()
  }
  #budget({ turn, ply }: BoardView): { time?: number; increment?: number } {
    if (!this.clock) return {}
    // The engine does not take longer over a free move.
    return {
      time: Math.max(1, Math.round(this.clock.left(turn))),
      increment: ply < 2 ? 0 : this.clock.control.increment,
    }
  }

  async play(text: string): Promise<void> {
    if (await this.#flag()) return
    const end = this.#tree.lineEnd(root)
    try {
      const [found] = await this.autosave.study.views.resolve(end, [text])
      if (found && this.movable.length && this.#tree.lineEnd(root) === end) this.#add(found.move, found.san)
    } catch (e) {
      this.notify({ t: 'refused', order: 'move', fault: { code: 'server', text: errorText(e) } })
    }
  }
  /** Adds the next move, with the clock of its player. */
  #add(move: string, san: string): void {
    const clock = this.clock?.after(this.turn, this.moves.length + 1)
    this.#tree.go(this.#tree.lineEnd(root))
    this.autosave.study.try(() => this.#tree.play(move, san, clock))
    this.views.last()
  }
  /** Plays the engine's move, unless its time is up. */
  answer(move: string, san: string): void {
    if (this.moves.length !== this.#asked || this.#over) return // of a search before a takeback
    this.#asked = -1
    if (this.clock?.left(this.turn) === 0) void this.#timeUp(this.turn)
    else this.#add(move, san)
  }

  async order(order: string): Promise<boolean> {
    if (order === 'takeback-offer') this.#takeBack()
    else if (order === 'resign' && !this.#over) this.#end('end', this.color === 'white' ? '0-1' : '1-0', resignation)
    else if (order === 'rematch') this.#tell('rematch', { next: await this.#again() })
    return true
  }
  busy(): boolean {
    return false
  }
  /** Takes back all moves from the user's last one. */
  #takeBack(): void {
    const main = this.#tree.mainLine()
    const first = main.at(this.turn === this.color ? -2 : -1)
    if (!first || this.#over || !this.game.casual) return
    this.premove = this.promoting = null
    this.#tree.remove(first.id)
    this.views.last()
    this.#tell('takeback')
  }
  /** Begins the same game with colors swapped, and returns its address. */
  #again(): Promise<string> {
    const { variant, fen } = this.#tree.head
    const { level, control = {}, casual = true } = this.opponent
    const color = other(this.opponent.color)
    return startGame(studyStorage(), this.rules(), { variant, fen, level, color, control, casual })
  }

  /** Stops the clocks when the game is left. */
  close(): void {
    this.keep()
    this.clock?.close()
    this.views.close()
  }

  #end(kind: 'move' | 'end', result: string, reason: string, tags: StudyTag[] = []): void {
    this.clock?.run(undefined, this.#ply)
    keepClocks(this.autosave.info.id, 0, null)
    this.premove = this.promoting = null
    this.#tree.setHead({ result, reason, tags: [...this.#tree.head.tags, ...tags] })
    this.#tell(kind, { result, reason })
  }
  #tell(kind: string, more: Partial<Event> = {}): void {
    this.notify({ t: 'event', event: { seq: 0, at: 0, kind, ...more } })
  }
}
