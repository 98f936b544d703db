// A game against the computer in this browser: a study whose main line the user and the
// engine of the page play. It needs no server.

import type { Engine } from '../engine/engine.svelte'
import type { Snapshot } from '../lib/clock'
import { other } from '../lib/record'
import { timeoutOf } from '../lib/rules'
import type { BoardView, Color, Control, Line, Rules, StudyGame, StudyTag } from '../lib/types'
import { upper } from '../text/common'
import type { Autosave } from './autosave.svelte'
import { clocksOf } from './clocks'
import { keepClocks, keptClocks, LocalClock, startOf } from './localclock.svelte'
import { computer, you } from './names'
import { root } from './nodes'
import { newInfo, openUnsaved, titleOf } from './open'
import { packGame } from './packed'
import { studyAddress } from './source'
import { StorageError, type Opponent, type StudyStorage } from './storage'

// Games and their PGN are in English in every language of the page.
const resignation = 'resignation'
const timeOut = 'time ran out'

export class LocalGame {
  /** The position at the end of the game; null until it is known. */
  last = $state.raw<BoardView | null>(null)

  /** The clocks; null if time is unlimited. */
  readonly clock: LocalClock | null

  #asked = -1 // the number of moves after which the engine is to move
  #stamp = 0
  #ply = -1 // the number of moves that the clocks have counted
  #kept: Snapshot | null = null // of clocks that stand

  constructor(
    readonly autosave: Autosave,
    private readonly engine: Pick<Engine, 'play' | 'stop' | 'state'>,
    private readonly rules: () => Rules,
    private readonly timeout: (line: Line) => Promise<{ result: string; reason: string }> = timeoutOf,
    now?: () => number,
  ) {
    const { control } = this.opponent
    this.clock = control && startOf(control).white > 0 ? new LocalClock(control, () => void this.#flag(), now) : null
  }

  get opponent(): Opponent {
    return this.autosave.info.opponent!
  }
  get #tree() {
    return this.autosave.study.tree
  }
  get over(): boolean {
    return this.#tree.head.result !== '*'
  }
  /** Whether the board shows the end of the game, and the user is to move. */
  get yours(): boolean {
    return !this.over && this.last?.turn === this.opponent.color && this.#tree.current === this.#tree.lineEnd(root)
  }

  /** The color whose clock runs. The computer's stands while its engine does. */
  get running(): Color | undefined {
    if (this.over || !this.last || this.last.ply !== this.#ply) return undefined
    return this.last.turn === this.opponent.color || this.engine.state === 'searching' ? this.last.turn : undefined
  }
  /** Lets the right clock run. Call it when the engine begins to search or stops. */
  runClock(): void {
    this.clock?.run(this.running, this.#ply)
  }
  /** Keeps what the clocks show, for the next load, unless they stand and that is kept. */
  keep(): void {
    if (!this.clock || this.#ply < 0 || this.#kept === this.clock.times) return
    keepClocks(this.autosave.info.id, this.#ply, this.over ? null : this.clock.both)
    this.#kept = this.over || !this.clock.times.running ? this.clock.times : null
  }

  /** Sets the clocks after a move or a takeback. */
  #count(): void {
    const { clock } = this
    const path = this.#tree.mainLine()
    if (!clock || path.length === this.#ply) return
    const start = startOf(clock.control)
    const then = { ...start, ...clocksOf(path, this.#tree.head.fen) } // by the moves
    if (this.#ply < 0) clock.set(keptClocks(this.autosave.info.id, path.length) ?? then)
    else if (path.length > this.#ply) clock.set({ ...clock.both, ...clocksOf(path.slice(this.#ply), this.#tree.head.fen) })
    // As on the server, a takeback returns no time.
    else clock.set({ white: Math.min(then.white, clock.left('white')), black: Math.min(then.black, clock.left('black')) })
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
    const { result, reason } = await this.timeout(this.autosave.study.views.line(end)).catch(() => ({
      result: color === 'white' ? '0-1' : '1-0',
      reason: timeOut,
    }))
    if (!this.over && this.#tree.lineEnd(root) === end) this.#end(result, reason, color)
  }

  /** Goes on after a change of the tree: with the engine's move, or with the end of the game. */
  async follow(): Promise<void> {
    const stamp = ++this.#stamp
    this.#count()
    const line = this.autosave.study.views.line(this.#tree.lineEnd(root))
    const view = (await this.rules().views(line, line.moves.length))[0]!
    if (stamp !== this.#stamp) return
    this.last = view
    if (view.result && !this.over) this.#end(view.result, view.reason ?? '')
    if (this.over && this.#tree.head.reason?.startsWith(timeOut)) this.clock?.set({ ...this.clock.both, [view.turn]: 0 })
    const { result } = this.#tree.head
    if (view.fen !== this.opponent.fen || result !== this.opponent.result) this.autosave.describe({ opponent: { ...this.opponent, fen: view.fen, result } })
    void this.autosave.flush() // at once: a game is not edited, but lost or kept
    const thinks = !this.over && view.turn !== this.opponent.color
    this.#asked = thinks ? line.moves.length : -1
    if (thinks) this.engine.play(line, this.opponent.level, this.opponent.seed, () => this.#budget(view))
    else if (this.engine.state !== 'done') this.engine.stop() // a worker that is done is kept for the next move
    this.runClock()
  }
  #budget({ turn, ply }: BoardView): { time?: number; increment?: number } {
    if (!this.clock) return {}
    // The engine does not take longer over a free move.
    return { time: Math.max(1, Math.round(this.clock.left(turn))), increment: ply < 2 ? 0 : this.clock.control.increment }
  }

  /** Plays the user's move, in UCI. Error messages are for users. */
  async play(text: string): Promise<void> {
    const { study } = this.autosave
    if (await this.#flag()) return
    const tree = this.#tree
    const from = tree.current
    const [found] = await study.views.resolve(from, [text])
    if (found && this.yours && tree.current === from) study.try(() => tree.play(found.move, found.san, this.#stamped(this.opponent.color)))
  }
  #stamped(color: Color): number | undefined {
    return this.clock?.after(color, this.#ply + 1)
  }

  /** Plays the engine's move, unless its time is up. An earlier position that the user looks at stays. */
  answer(move: string, san: string): void {
    const tree = this.#tree
    const end = tree.lineEnd(root)
    if (tree.get(end).ply !== this.#asked || this.over) return // of a search before a takeback
    this.#asked = -1
    const color = other(this.opponent.color)
    if (this.clock?.left(color) === 0) return void this.#timeUp(color)
    const shown = tree.current
    tree.go(end)
    this.autosave.study.try(() => tree.play(move, san, this.#stamped(color)))
    if (shown !== end) tree.go(shown)
  }

  /** The number of plies that a takeback takes: to the user's last move. */
  get takeback(): number {
    const plies = this.last?.turn === this.opponent.color ? 2 : 1
    return this.opponent.casual !== false && !this.over && this.#tree.mainLine().length >= plies ? plies : 0
  }
  takeBack(): void {
    const main = this.#tree.mainLine()
    const first = main[main.length - this.takeback]
    if (first) this.#tree.remove(first.id)
  }

  resign(): void {
    if (!this.over) this.#end(this.opponent.color === 'white' ? '0-1' : '1-0', resignation)
  }

  /** Stops the clocks when the game is left. */
  close(): void {
    this.keep()
    this.clock?.close()
  }

  #end(result: string, reason: string, flagged?: Color): void {
    this.clock?.run(undefined, this.#ply)
    keepClocks(this.autosave.info.id, 0, null)
    const tags = [...this.#tree.head.tags]
    if (flagged) tags.push({ name: upper(flagged) + 'Clock', value: '0:00:00' }) // no move tells that
    this.#tree.setHead({ result, reason, tags })
  }
}

export interface LocalGameOptions {
  variant: string
  fen: string
  level: number
  color: Color | 'random'
  control: Control
  casual: boolean
}

/** Stores a new game and returns its address. Where storage is blocked or full, the page has the game until it is left. */
export async function startGame(storage: StudyStorage, rules: Rules, { variant, fen, level, color, control, casual }: LocalGameOptions): Promise<string> {
  const title = await titleOf(variant)
  const start = await rules.check(variant, '')
  const view = fen ? await rules.check(variant, fen) : start
  const [seed = 0, coin = 0] = crypto.getRandomValues(new Uint32Array(2))
  const mine = color !== 'random' ? color : coin % 2 ? 'white' : 'black'
  const timed = startOf(control).white > 0
  const tags: StudyTag[] = [
    { name: 'Date', value: new Date().toISOString().slice(0, 10).replaceAll('-', '.') },
    { name: upper(mine), value: you },
    { name: upper(other(mine)), value: computer(level) },
    { name: upper(other(mine)) + 'Type', value: 'program' },
  ]
  if (timed) tags.push({ name: 'TimeControl', value: `${(control.base ?? 0) / 1000}+${(control.increment ?? 0) / 1000}` })
  const game: StudyGame = { variant, title, fen: view.fen === start.fen ? '' : fen, tags, result: '*', root: { move: '', san: '', children: [] } }
  const opponent = { level, seed, color: mine, fen: view.fen, result: '*', ...(timed ? { control } : {}), ...(casual ? {} : { casual }) }
  const info = { ...newInfo(game), opponent }
  const opened = { info, packed: packGame(game), at: [], flipped: mine === 'black' }
  try {
    return studyAddress(await storage.save(info, { id: info.id, packed: opened.packed, at: [], flipped: opened.flipped }))
  } catch (e) {
    if (!(e instanceof StorageError)) throw e
    openUnsaved(opened)
    return studyAddress(info)
  }
}
