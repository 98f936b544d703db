// The truth about the position that is shown, as far as the server has it.

import { ApiError } from '../lib/api'
import type { Ending, EngineScore } from '../lib/types'
import { answer, known, type Answer } from './answers'

/** ms to stay at a position before the server is asked. */
export const pause = 80

export class Endings {
  /** What is known of the position asked about last, once it is here. */
  truth = $state.raw<Ending | null>(null)
  /** Why nothing is. */
  why = $state('')
  busy = $state(false)
  /** What went wrong, as the server says it, or empty if it is out of reach. */
  failed = $state.raw<{ text: string } | null>(null)

  #asked: { variant: string; fen: string } | null = null
  #serial = 0 // of the last question; answers to others come too late
  #timer: ReturnType<typeof setTimeout> | undefined

  /** Asks about a position; what was asked before is dropped. */
  ask(variant: string, fen: string): void {
    if (this.#asked?.variant === variant && this.#asked.fen === fen && !this.failed) return
    this.none()
    this.#asked = { variant, fen }
    const had = known(variant, fen)
    if (had) return this.#take(had)
    this.busy = true
    this.#timer = setTimeout(() => void this.#fetch(variant, fen), pause)
  }

  /** There is nothing to be asked. */
  none(): void {
    this.#serial++
    clearTimeout(this.#timer)
    this.#asked = this.truth = this.failed = null
    this.why = ''
    this.busy = false
  }

  /** Asks once more what has failed. */
  again(): void {
    if (this.failed && this.#asked) this.ask(this.#asked.variant, this.#asked.fen)
  }

  async #fetch(variant: string, fen: string): Promise<void> {
    const serial = this.#serial
    try {
      const a = await answer(variant, fen)
      if (serial === this.#serial) this.#take(a)
    } catch (e) {
      if (serial !== this.#serial) return
      this.busy = false
      this.failed = { text: e instanceof ApiError && e.status ? e.message : '' }
    }
  }

  #take(a: Answer): void {
    this.busy = false
    this.truth = a.ending ?? null
    this.why = a.why ?? ''
  }
}

/** The truth as the evaluation bar has it, from White's view. */
export function scoreOf(e: Ending): EngineScore {
  if (e.category === 'draw') return { cp: 0 }
  return { mate: winner(e) === 'white' ? e.mate : -e.mate }
}

/** Who wins an ending that is no draw. */
export function winner(e: Ending): 'white' | 'black' {
  return (e.category === 'win') === (e.turn === 'white') ? 'white' : 'black'
}
