// The position of the game that a channel on another site shows. The server plays the moves.

import type { BoardView, Game, Replay } from '../lib/types'
import { withSquares } from '../lib/views'
import { sayAll } from '../text/sentences'

const again = 2000 // ms after a failure

export class Stream {
  view = $state.raw<BoardView | undefined>(undefined)

  #wanted: Game | undefined
  #busy = false

  constructor(
    private readonly ask: (game: Game) => Promise<Replay> = fetched,
    private readonly wait: (ms: number) => Promise<void> = (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  ) {}

  /** Shows the last position of a game. Of those that are asked for while one loads, only the last is loaded. */
  show(game: Game | undefined): void {
    this.#wanted = game
    if (!game) this.view = undefined
    else if (!this.#busy) void this.#load()
  }

  async #load(): Promise<void> {
    this.#busy = true
    while (this.#wanted) {
      const game = this.#wanted
      try {
        const replay = await this.ask(game)
        if (!this.#wanted) break
        this.view = withSquares(replay.views, undefined).at(-1)
        if (game === this.#wanted) break
      } catch {
        await this.wait(again)
      }
    }
    this.#busy = false
  }
}

async function fetched(game: Game): Promise<Replay> {
  const answer = await fetch(`/api/games/${game.id}/replay?from=${game.ply}`, { credentials: 'omit' })
  if (!answer.ok) throw new Error(answer.statusText)
  return sayAll((await answer.json()) as Replay)
}
