// Probes the server's tablebase for the shown position.

import { errorText } from '../net/api'
import type { Ending, EngineScore } from '../net/types'
import { cached, fetchAnswer, type Answer } from './answers'

/** Milliseconds at a position until the server is asked. */
export const pause = 80

export class TablebaseProbe {
  /** The ending of the last position, when it is loaded. */
  ending = $state.raw<Ending | null>(null)
  /** Why the tablebase has none. */
  why = $state('')
  busy = $state(false)
  /** Why the last request failed, or ''. */
  failed = $state('')

  #position: { variant: string; fen: string } | null = null
  #serial = 0 // of the last request; answers to others are ignored
  #timer: ReturnType<typeof setTimeout> | undefined

  /** Asks about a position, and drops earlier requests. */
  ask(variant: string, fen: string): void {
    if (this.#position?.variant === variant && this.#position.fen === fen && !this.failed) return
    this.clear()
    this.#position = { variant, fen }
    const found = cached(variant, fen)
    if (found) return this.#show(found)
    this.busy = true
    this.#timer = setTimeout(() => void this.#fetch(variant, fen), pause)
  }

  /** Clears the result. */
  clear(): void {
    this.#serial++
    clearTimeout(this.#timer)
    this.#position = this.ending = null
    this.why = this.failed = ''
    this.busy = false
  }

  /** Retries a failed request. */
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
      this.failed = errorText(e)
    }
  }

  #show(a: Answer): void {
    this.busy = false
    this.ending = a.ending ?? null
    this.why = a.why ?? ''
  }
}

/** Returns the ending as a score for White. */
export function scoreOf(e: Ending): EngineScore {
  if (e.category === 'draw') return { cp: 0 }
  return { mate: winner(e) === 'white' ? e.mate : -e.mate }
}

/** Returns the winner of an ending that is not a draw. */
export function winner(e: Ending): 'white' | 'black' {
  return (e.category === 'win') === (e.turn === 'white') ? 'white' : 'black'
}
