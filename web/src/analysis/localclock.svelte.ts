// The clocks of a game against the computer in this browser. They run in the page, so they
// stand while the game is not open, and this browser keeps what they show across loads.

import { left, type Snapshot } from '../play/clock'
import { isRecord, local } from '../net/stored'
import type { Color, Control } from '../net/types'

/** What both clocks show, in ms. */
export type Left = Record<Color, number>

/** As on the server: one move of each player costs no time. */
const freePlies = 2

export class LocalClock {
  /** What the clocks show, and which of them runs. */
  times = $state.raw<Snapshot>()!
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(
    readonly control: Control,
    /** Called when the running clock has run out. */
    private readonly flagged: () => void,
    private readonly now: () => number = () => performance.now(),
  ) {
    this.set(startOf(control))
  }

  /** Returns what a clock shows now, in ms. */
  left(color: Color): number {
    return left(this.times, color, this.now())
  }
  get both(): Left {
    return { white: this.left('white'), black: this.left('black') }
  }
  /** Returns what a clock shows after a move that its player makes now, the nth ply of the game, in whole ms. */
  after(color: Color, ply: number): number {
    return ply <= freePlies ? this.times[color] : Math.round(this.left(color)) + (this.control.increment ?? 0)
  }

  /** Sets both clocks, in whole ms, which then stand. */
  set({ white, black }: Left): void {
    clearTimeout(this.#timer)
    this.times = { white: Math.round(white), black: Math.round(black), now: 0, at: this.now() }
  }
  /** Lets one clock run, or none, after so many plies. */
  run(color: Color | undefined, ply: number): void {
    const running = ply < freePlies ? undefined : color
    if (running === this.times.running) return
    this.set(this.both)
    if (!running) return
    this.times = { ...this.times, running }
    this.#await(running)
  }
  /** Timers may be early, and are at most 24 days long. */
  #await(color: Color): void {
    this.#timer = setTimeout(
      () => (this.left(color) > 0 ? this.#await(color) : this.flagged()),
      Math.min(this.left(color), 1 << 30),
    )
  }

  /** Stops the clocks for good. */
  close(): void {
    this.set(this.both)
  }
}

/** Returns what both clocks show before the first move. */
export function startOf({ base, increment }: Control): Left {
  const start = base || (increment ?? 0)
  return { white: start, black: start }
}

// What the clocks of unfinished games show is kept apart from the games, since it changes
// while nothing else does, and since a page that is left has no time for a database.

const key = (id: string) => `wane-clock-${id}`

/** Keeps what the clocks of a game show after so many plies; null forgets it. */
export function keepClocks(id: string, ply: number, times: Left | null): void {
  local.write(key(id), times ? { ply, white: Math.round(times.white), black: Math.round(times.black) } : undefined)
}

/** Returns what the clocks of a game showed when it was left after so many plies, or null. */
export function keptClocks(id: string, ply: number): Left | null {
  const kept = local.read(key(id), isRecord) as (Left & { ply: number }) | undefined
  return kept?.ply === ply && kept.white >= 0 && kept.black >= 0 ? { white: kept.white, black: kept.black } : null
}
