// The line of moves of an embedded board, and the ply that is shown. A game that is not
// finished is asked for new moves.

import { ApiError, errorText, request } from '../net/api'
import { Load } from '../net/load.svelte'
import { sayAll } from '../net/sentences.text'
import { walkOf } from '../ui/shortcuts'
import { withSquares } from '../rules/views'
import type { BoardView, Game, Replay } from '../net/types'

/** Milliseconds between two questions, and between two moves of the autoplay. */
const pollInterval = 4000
const moveTime = 1600

export class EmbedReplay {
  title = $state('')
  fen = $state('')
  game = $state.raw<Game | null>(null)
  views = $state.raw<BoardView[]>([])
  ply = $state(0)
  playing = $state(false)

  end = $derived(Math.max(0, this.views.length - 1))
  readonly walk = walkOf(
    () => this.ply,
    () => this.end,
    (ply) => this.goTo(ply),
  )
  view = $derived(this.views[Math.min(this.ply, this.end)])

  #moves: string[] = []
  #moveTimer: ReturnType<typeof setTimeout> | undefined
  #autoplay = false
  #stop = () => {}
  #followed = new Load<Replay | undefined>((signal) => this.#fetch(signal), undefined, {
    insist: true,
    every: ({ game }) => (game && game.status !== 'finished' ? pollInterval : undefined),
    then: (replay) => this.#update(replay),
  })

  constructor(
    readonly source: string,
    readonly unreachable: string,
  ) {}

  /** Loads the moves and shows a ply, by default the last one. */
  open(ply?: number, autoplay = false): void {
    this.ply = ply ?? (autoplay ? 0 : Infinity)
    this.#autoplay = autoplay
    this.#stop = this.#followed.start()
  }

  close(): void {
    this.#stop()
    this.pause()
  }

  /** Why there is nothing to show; empty if there is, or will be. */
  get fault(): string {
    const e = this.#followed.fault
    return e === undefined || this.views.length ? '' : errorText(e, this.unreachable)
  }
  /** A retry may help. */
  get retryable(): boolean {
    const e = this.#followed.fault
    return e instanceof ApiError && e.passing
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

  get live(): boolean {
    return this.game !== null && this.game.status !== 'finished'
  }

  /** Loads new moves. */
  async #fetch(signal: AbortSignal, from = this.#moves.length): Promise<Replay> {
    const answer = await request(this.source + (from ? `?from=${from}` : ''), { credentials: 'omit', signal })
    const replay = sayAll((await answer.json()) as Replay)
    if (replay.from > 0 && replay.moves.slice(0, from).join() !== this.#moves.join()) return this.#fetch(signal, 0) // moves were taken back and others played
    return replay
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
    if (this.#autoplay && this.ply < this.end) this.play()
    this.#autoplay = false
  }
}
