// The line of moves of an embedded board, and the ply that is shown. A game that is not
// finished is polled for new moves.

import { problem } from '../lib/api'
import { sayAll } from '../text/sentences'
import { withSquares } from '../lib/views'
import type { BoardView, Game, Replay } from '../lib/types'

/** Milliseconds between two polls, and between two moves of the autoplay. */
const pollInterval = 4000
const moveTime = 1600

export class EmbedReplay {
  title = $state('')
  fen = $state('')
  game = $state.raw<Game | null>(null)
  views = $state.raw<BoardView[]>([])
  ply = $state(0)
  playing = $state(false)
  /** Why there is nothing to show; empty if there is, or will be. */
  fault = $state('')
  /** A retry may help. */
  retryable = $state(false)

  end = $derived(Math.max(0, this.views.length - 1))
  view = $derived(this.views[Math.min(this.ply, this.end)])

  #moves: string[] = []
  #pollTimer: ReturnType<typeof setTimeout> | undefined
  #moveTimer: ReturnType<typeof setTimeout> | undefined
  #closed = false

  constructor(
    readonly source: string,
    readonly unreachable: string,
  ) {}

  /** Loads the moves and shows a ply, by default the last one. */
  async open(ply?: number, autoplay = false): Promise<void> {
    this.fault = ''
    this.ply = ply ?? (autoplay ? 0 : Infinity)
    if (!(await this.#fetch())) return
    if (autoplay && this.ply < this.end) this.play()
    document.addEventListener('visibilitychange', this.#onvisibility)
    this.#schedulePoll()
  }

  close(): void {
    this.#closed = true
    clearTimeout(this.#pollTimer)
    this.pause()
    document.removeEventListener('visibilitychange', this.#onvisibility)
  }

  goTo(ply: number): void {
    this.pause()
    this.ply = Math.max(0, Math.min(ply, this.end))
  }

  /** Plays the moves, from the start if the end is shown. */
  play(): void {
    if (this.ply >= this.end) this.ply = 0
    this.playing = this.end > 0
    this.#next()
  }
  pause(): void {
    this.playing = false
    clearTimeout(this.#moveTimer)
  }

  #next(): void {
    clearTimeout(this.#moveTimer)
    if (!this.playing) return
    this.#moveTimer = setTimeout(() => {
      if (this.ply < this.end) this.ply++
      if (this.ply >= this.end) this.playing = false
      this.#next()
    }, moveTime)
  }

  /** Stops playing and polling while the page is hidden. */
  #onvisibility = () => {
    if (document.hidden) this.pause()
    this.#schedulePoll(0)
  }

  get live(): boolean {
    return this.game !== null && this.game.status !== 'finished'
  }

  #schedulePoll(wait = pollInterval): void {
    clearTimeout(this.#pollTimer)
    if (this.#closed || !this.live || document.hidden) return
    this.#pollTimer = setTimeout(async () => {
      await this.#fetch()
      this.#schedulePoll()
    }, wait)
  }

  /** Loads new moves. Only the first failure is shown: later there are moves to show. */
  async #fetch(from = this.#moves.length): Promise<boolean> {
    let replay: Replay
    try {
      const answer = await fetch(this.source + (from ? `?from=${from}` : ''), { credentials: 'omit' })
      if (!answer.ok) return this.#failed((await problem(answer)).message, answer.status >= 500 || answer.status === 429)
      replay = sayAll((await answer.json()) as Replay)
    } catch {
      return this.#failed(this.unreachable, true)
    }
    if (this.#closed) return false
    if (replay.from > 0 && replay.moves.slice(0, from).join() !== this.#moves.join()) {
      return this.#fetch(0) // moves were taken back and others played
    }
    this.#update(replay)
    return true
  }

  #update(replay: Replay): void {
    const last = this.views.length > 0 && this.ply >= this.end && !this.playing
    const before = this.views.slice(0, replay.from)
    this.views = [...before, ...withSquares(replay.views, before.at(-1))]
    this.#moves = replay.moves
    this.title = replay.title
    this.fen = replay.fen
    this.game = replay.game ?? null
    // At the last move the board follows the game, at earlier ones it stays.
    this.ply = last ? this.end : Math.min(this.ply, this.end)
  }

  #failed(text: string, passing: boolean): false {
    if (this.views.length === 0) {
      this.fault = text
      this.retryable = passing
    }
    return false
  }
}
