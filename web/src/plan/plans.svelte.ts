// The conditional moves of the user in a game, as the server has them, and their changes.

import { ApiError, call, errorText } from '../net/api'
import type { ConditionalMoves } from '../net/types'

const path = '/games/{id}/conditional'

export class Plans {
  lines = $state.raw<string[][]>([])
  /** The number of moves of the game before the lines. */
  ply = $state.raw(0)
  /** Why the last change is not saved; empty: it is. */
  fault = $state('')
  busy = $state(false)
  loaded = $state(false)
  #version = 0
  #next: { ply: number; lines: string[][] } | null = null // waits for a request

  constructor(readonly game: string) {}

  async load(): Promise<void> {
    this.#take(await call('GET', path, { path: { id: this.game } }))
  }
  #take(answer: ConditionalMoves): void {
    this.#version = answer.version
    this.lines = answer.lines
    this.ply = answer.ply
    this.loaded = true
  }

  /** Saves lines that begin after a number of moves of the game. Of several changes in a row the last one counts. */
  async save(ply: number, lines: string[][]): Promise<void> {
    this.#next = { ply, lines }
    if (this.busy) return
    this.busy = true
    try {
      while (this.#next) {
        const next = this.#next
        this.#next = null
        await this.#put(next)
      }
      this.fault = ''
    } catch (e) {
      this.fault = errorText(e)
    } finally {
      this.busy = false
    }
  }
  async #put(next: { ply: number; lines: string[][] }): Promise<void> {
    const put = async () =>
      this.#take(await call('PUT', path, { path: { id: this.game }, body: { version: this.#version, ...next } }))
    try {
      await put()
    } catch (e) {
      if (!(e instanceof ApiError) || e.code !== 'conflict') throw e
      // Another tab was first, or an answer was lost on its way. The user sees this one.
      this.#version = (await call('GET', path, { path: { id: this.game } })).version
      await put()
    }
  }
}
