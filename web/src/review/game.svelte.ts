// The review on the page of its game, which loads it when it is asked for.

import { untrack } from 'svelte'
import EvalBar from '../analysis/EvalBar.svelte'
import type { BoardView, Color } from '../net/types'
import { Follower } from './follow.svelte'
import GameReviewPanel from './GameReviewPanel.svelte'
import { arrowAt, decided, marks, signs } from './moments'

/** What a review needs of a game on its page. */
interface Game {
  id: string
  game: { result?: string } | null
  /** The color of the user. */
  color: Color | null
  views: { ply: number; view: BoardView | undefined; complete(): void }
}

export class GameReview {
  readonly Panel = GameReviewPanel
  readonly follower

  constructor(private readonly live: Game) {
    this.follower = new Follower(live.id)
  }

  /** Asks for the review, and follows it. Returns a function that stops it. */
  start(): () => void {
    return untrack(() => {
      this.live.views.complete()
      const stop = this.follower.start()
      void this.follower.request('quick')
      return stop
    })
  }

  /** The moment that decided the game. */
  readonly moment = $derived.by(() => {
    const { result } = this.follower
    return result && decided(result, this.live.game?.result, this.live.color)
  })
  /** What the list of moves shows, by ply. */
  readonly marks = $derived.by(() => {
    const { result } = this.follower
    return result && new Map(marks(result).map((m) => [m.ply, { sign: signs[m.nag] ?? '', text: m.text }]))
  })
  /** What the board shows. */
  readonly board = $derived.by(() => {
    const { result } = this.follower
    const { ply, view } = this.live.views
    return result && { Bar: EvalBar, score: result.points[ply], arrows: arrowAt(result, ply, view) }
  })
}
