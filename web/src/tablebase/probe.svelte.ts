// The ending about the position that is shown, as far as the server has it.

import { ApiError } from '../lib/api'
import type { Ending, EngineScore } from '../lib/types'
import { cached, fetchAnswer, type Answer } from './answers'

/** ms to stay at a position before the server is asked. */
export const pause = 80

export class TablebaseProbe {
  /** What is known of the position asked about last, once it is here. */
  ending = $state.raw<Ending | null>(null)
  /** Why nothing is. */
  why = $state('')
  busy = $state(false)
  /** What went wrong, as the server says it, or empty if it is out of reach. */
  failed = $state.raw<{ text: string } | null>(null)

  #position: { variant: string; fen: string } | null = null
  #serial = 0 // of the last question; answers to others come too late
  #timer: ReturnType<typeof setTimeout> | undefined

  /** Asks about a position; what was asked before is dropped. */
  ask(variant: string, fen: string): void {
    if (this.#position?.variant === variant && this.#position.fen === fen && !this.failed) return
    this.clear()
    this.#position = { variant, fen }
    const found = cached(variant, fen)
    if (found) return this.#show(found)
    this.busy = true
    this.#timer = setTimeout(() => void this.#fetch(variant, fen), pause)
  }

  /** There is nothing to be asked. */
  clear(): void {
    this.#serial++
    clearTimeout(this.#timer)
    this.#position = this.ending = this.failed = null
    this.why = ''
    this.busy = false
  }

  /** Asks once more what has failed. */
  retry(): void {
    if (this.failed && this.#position) this.ask(this.#position.variant, this.#position.fen)
  }

  async #fetch(variant: string, fen: string): Promise<void> {
    const serial = this.#serial
    try {
      const a = await fetchAnswer(variant, fen)
      if (serial === this.#serial) this.#show(a)
    } catch (e) {
      if (serial !== this.#serial) return
      this.busy = false
      this.failed = { text: e instanceof ApiError && e.status ? e.message : '' }
    }
  }

  #show(a: Answer): void {
    this.busy = false
    this.ending = a.ending ?? null
    this.why = a.why ?? ''
  }
}

/** The ending as the evaluation bar has it, from White's view. */
export function scoreOf(e: Ending): EngineScore {
  if (e.category === 'draw') return { cp: 0 }
  return { mate: winner(e) === 'white' ? e.mate : -e.mate }
}

/** Who wins an ending that is no draw. */
export function winner(e: Ending): 'white' | 'black' {
  return (e.category === 'win') === (e.turn === 'white') ? 'white' : 'black'
}
