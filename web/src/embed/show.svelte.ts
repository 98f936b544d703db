// What a board on another site shows: a line of moves, and where one is in it. Of a
// game that goes on it asks for news.

import { problem } from '../lib/api'
import { whole } from '../lib/views'
import type { BoardView, Game, Look, Replay } from '../lib/types'

/** Milliseconds between two questions about a game that goes on, and for how long each stays at a move by itself. */
const askEvery = 4000
const stay = 1600

export class Show {
  title = $state('')
  look = $state<Look>('classic')
  fen = $state('')
  game = $state.raw<Game | null>(null)
  views = $state.raw<BoardView[]>([])
  ply = $state(0)
  playing = $state(false)
  /** Why there is nothing to be seen, in the server's words; empty if there is, or will be. */
  fault = $state('')
  /** The fault may pass: it is worth asking again. */
  again = $state(false)

  end = $derived(Math.max(0, this.views.length - 1))
  view = $derived(this.views[Math.min(this.ply, this.end)])

  #moves: string[] = []
  #timer: ReturnType<typeof setTimeout> | undefined
  #step: ReturnType<typeof setTimeout> | undefined
  #closed = false

  constructor(
    readonly source: string,
    readonly unreachable: string,
  ) {}

  /** Fetches what there is to show, and begins at a move: the last one if none is given. */
  async open(ply?: number, autoplay = false): Promise<void> {
    this.fault = ''
    this.ply = ply ?? (autoplay ? 0 : Infinity)
    if (!(await this.#ask())) return
    if (autoplay && this.ply < this.end) this.play()
    document.addEventListener('visibilitychange', this.#seen)
    this.#later()
  }

  close(): void {
    this.#closed = true
    clearTimeout(this.#timer)
    this.pause()
    document.removeEventListener('visibilitychange', this.#seen)
  }

  show(ply: number): void {
    this.pause()
    this.ply = Math.max(0, Math.min(ply, this.end))
  }

  /** Goes on by itself, from the start if the end is shown. */
  play(): void {
    if (this.ply >= this.end) this.ply = 0
    this.playing = this.end > 0
    this.#next()
  }
  pause(): void {
    this.playing = false
    clearTimeout(this.#step)
  }

  #next(): void {
    clearTimeout(this.#step)
    if (!this.playing) return
    this.#step = setTimeout(() => {
      if (this.ply < this.end) this.ply++
      if (this.ply >= this.end) this.playing = false
      this.#next()
    }, stay)
  }

  /** A hidden page neither plays nor asks. */
  #seen = () => {
    if (document.hidden) this.pause()
    this.#later(0)
  }

  get live(): boolean {
    return this.game !== null && this.game.status !== 'finished'
  }

  #later(wait = askEvery): void {
    clearTimeout(this.#timer)
    if (this.#closed || !this.live || document.hidden) return
    this.#timer = setTimeout(async () => {
      await this.#ask()
      this.#later()
    }, wait)
  }

  /** Asks for what is new. Of what fails, only the first time is told: later there is something to be seen. */
  async #ask(from = this.#moves.length): Promise<boolean> {
    let replay: Replay
    try {
      const answer = await fetch(this.source + (from ? `?from=${from}` : ''), { credentials: 'omit' })
      if (!answer.ok) return this.#failed((await problem(answer)).message, answer.status >= 500 || answer.status === 429)
      replay = (await answer.json()) as Replay
    } catch {
      return this.#failed(this.unreachable, true)
    }
    if (this.#closed) return false
    if (replay.from > 0 && replay.moves.slice(0, from).join() !== this.#moves.join()) {
      return this.#ask(0) // moves were taken back, and others played
    }
    this.#take(replay)
    return true
  }

  #take(replay: Replay): void {
    const last = this.views.length > 0 && this.ply >= this.end && !this.playing
    const kept = this.views.slice(0, replay.from)
    this.views = [...kept, ...whole(replay.views, kept.at(-1))]
    this.#moves = replay.moves
    this.title = replay.title
    this.look = replay.look
    this.fen = replay.fen
    this.game = replay.game ?? null
    // A user at the last move follows the game; one who looks back stays there.
    this.ply = last ? this.end : Math.min(this.ply, this.end)
  }

  #failed(text: string, passing: boolean): false {
    if (this.views.length === 0) {
      this.fault = text
      this.again = passing
    }
    return false
  }
}
