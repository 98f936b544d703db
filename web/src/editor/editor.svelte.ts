// A position that is being set up, with the way that led there. What an edit does
// and what is wrong afterwards, only the rules know.

import { ApiError } from '../lib/api'
import type { BoardView, Draft, DraftEdit, DraftState } from '../lib/types'
import { editor as words } from '../text/editor'

/** What went wrong, in words. What fetch throws without an answer tells a user nothing. */
export const why = (e: unknown): string => (e instanceof ApiError && e.status === 0 ? words.offline : e instanceof Error ? e.message : String(e))

/** How many steps back are kept. */
const capacity = 400

export class Editor {
  /** The draft to be seen. */
  draft = $derived.by((): Draft | null => this.#history[this.at] ?? null)
  /** Its number among the steps that were made. */
  at = $state(0)
  /** Why the last edit was not made. */
  problem = $state('')

  #history = $state.raw<Draft[]>([])
  #ask: (state: DraftState, edit: DraftEdit) => Promise<Draft>
  #queue: Promise<unknown> = Promise.resolve()
  #stroke = 0
  #session = 0

  constructor(ask: (state: DraftState, edit: DraftEdit) => Promise<Draft>) {
    this.#ask = ask
  }

  canUndo = $derived.by(() => this.at > 0)
  canRedo = $derived.by(() => this.at < this.#history.length - 1)
  /** Nothing keeps the draft from being a position. */
  valid = $derived.by(() => this.draft !== null && !this.draft.faults?.length)
  /** What to draw. Each step is the next board view of a line, so that lines are seen to go. */
  view = $derived.by((): BoardView | null => this.draft && { ...this.draft.view, ply: this.at })

  /** Begins with a game at a FEN, of which as much is taken as can be read. It throws if there is no such variant or no answer. */
  async open(variant: string, fen: string): Promise<void> {
    const mine = ++this.#session
    const draft = await this.#ask({ variant }, { do: 'fen', text: fen })
    if (mine !== this.#session) return
    this.#history = [draft]
    this.at = 0
    this.problem = ''
  }

  /**
   * Makes an edit after those that are under way. Edits with the same stroke, if it
   * is not 0, are one step to go back. It returns the new draft, or null if the edit
   * was refused; problem says why.
   */
  edit(edit: DraftEdit, stroke = 0): Promise<Draft | null> {
    const mine = this.#session
    const done = this.#queue.then(async () => {
      const now = this.draft
      if (!now || mine !== this.#session) return null
      try {
        const draft = await this.#ask(now.state, edit)
        if (mine !== this.#session) return null
        this.#push(now, draft, stroke)
        this.problem = ''
        return draft
      } catch (e) {
        this.problem = why(e)
        return null
      }
    })
    this.#queue = done
    return done
  }

  undo(): void {
    if (this.canUndo) this.#go(this.at - 1)
  }
  redo(): void {
    if (this.canRedo) this.#go(this.at + 1)
  }

  #go(at: number): void {
    this.at = at
    this.#stroke = 0
    this.problem = ''
  }

  #push(now: Draft, next: Draft, stroke: number): void {
    const same = now.state.fen === next.state.fen && now.state.variant === next.state.variant
    const joins = stroke !== 0 && stroke === this.#stroke
    this.#stroke = stroke
    const before = this.#history.slice(0, this.at + (same || joins ? 0 : 1))
    this.#history = [...before.slice(-capacity), next]
    this.at = this.#history.length - 1
  }
}
