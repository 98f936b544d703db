// The draft of a position with its history. The rules make the edits and report problems.

import { errorText } from '../net/api'
import type { BoardView, Draft, DraftEdit, DraftState } from '../net/types'

/** The number of drafts in the history. */
const capacity = 400

export class Editor {
  /** The current draft. */
  draft = $derived.by((): Draft | null => this.#history[this.at] ?? null)
  /** The index of the draft in the history. */
  at = $state(0)
  /** Why the last edit was rejected. */
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
  /** The draft has no problems. */
  valid = $derived.by(() => this.draft !== null && !this.draft.faults?.length)
  /** The board view of the draft. Its ply is the index, so that the board animates edits. */
  view = $derived.by((): BoardView | null => this.draft && { ...this.draft.view, ply: this.at })

  /** Opens a FEN of a variant, as far as it can be read. Throws if there is no such variant or no answer. */
  async open(variant: string, fen: string): Promise<void> {
    const mine = ++this.#session
    const draft = await this.#ask({ variant }, { do: 'fen', text: fen })
    if (mine !== this.#session) return
    this.#history = [draft]
    this.at = 0
    this.problem = ''
  }

  /**
   * Makes an edit after the pending ones. Edits of the same stroke, if it is not 0, are
   * undone together. Returns the new draft, or null if the edit was rejected; problem says
   * why.
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
        this.problem = errorText(e)
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
