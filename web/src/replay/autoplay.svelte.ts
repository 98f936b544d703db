// Plays a game through: one move after the other, each when the animation of the one
// before has been seen, and a pause after it.

export type Speed = 'slow' | 'normal' | 'fast' | 'rush'

/** Milliseconds that a position stands still before the next move. */
export const pauses: Record<Speed, number> = { slow: 2400, normal: 1200, fast: 600, rush: 300 }
export const speeds = Object.keys(pauses) as Speed[]

/** What is played through. */
export interface Playback {
  ply(): number // that is shown
  end(): number // the last there is
  go(ply: number): void
}

export class Autoplay {
  playing = $state(false)

  #speed: Speed
  #goal = 0 // the ply that was gone to last
  #left = 0 // the one that was shown then
  #animating = false
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(
    private readonly playback: Playback,
    speed: Speed = 'normal',
  ) {
    this.#speed = $state(speed)
  }

  get speed(): Speed {
    return this.#speed
  }
  set speed(speed: Speed) {
    this.#speed = speed
    if (this.playing && !this.#animating) this.#wait()
  }

  /** Plays on from where one is, or from the start if that is the end. */
  play(): void {
    if (this.playing || this.playback.end() === 0) return
    this.playing = true
    this.#goal = this.#left = this.playback.ply()
    if (this.#goal >= this.playback.end()) this.#step(0)
    else if (!this.#animating) this.#step(this.#goal + 1) // the button has an effect at once
  }
  pause(): void {
    this.playing = false
    clearTimeout(this.#timer)
  }
  toggle(): void {
    if (this.playing) this.pause()
    else this.play()
  }

  /** Tells which ply is shown now. If that is not one that was gone to, the user has taken over. */
  shown(ply: number): void {
    if (!this.playing || ply === this.#goal || ply === this.#left) return
    this.pause()
  }
  /** Tells whether a animation runs. Its end begins the pause. */
  animating(on: boolean): void {
    this.#animating = on
    if (!this.playing) return
    clearTimeout(this.#timer)
    if (!on) this.#wait()
  }

  #wait(): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#next(), pauses[this.#speed])
  }
  #next(): void {
    const at = this.playback.ply()
    if (at >= this.playback.end()) return this.pause()
    this.#step(at + 1)
  }
  /** Goes to a ply. A animation that begins now stops the clock until it is over. */
  #step(ply: number): void {
    this.#left = this.playback.ply()
    this.#goal = ply
    this.#wait()
    this.playback.go(ply)
  }
}

const key = 'wane-replay'

/** The speed that was chosen last in this browser. */
export function loadSpeed(): Speed {
  try {
    const found = localStorage.getItem(key) as Speed
    if (speeds.includes(found)) return found
  } catch {
    // A browser that keeps nothing.
  }
  return 'normal'
}

export function saveSpeed(s: Speed): void {
  try {
    localStorage.setItem(key, s)
  } catch {
    // It lasts until the page closes.
  }
}
