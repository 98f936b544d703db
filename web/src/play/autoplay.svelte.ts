// Plays the moves of a game, each after the animation of the previous one and a pause.

import { local } from '../net/stored'

export type Speed = 'slow' | 'normal' | 'fast' | 'rush'

/** Milliseconds from the end of an animation to the next move. */
export const pauses: Record<Speed, number> = { slow: 2400, normal: 1200, fast: 600, rush: 300 }
export const speeds = Object.keys(pauses) as Speed[]

export interface Playback {
  ply(): number // the shown one
  end(): number // the last one
  go(ply: number): void
}

export class Autoplay {
  playing = $state(false)

  #speed: Speed
  #goal = 0 // the ply of the last step
  #left = 0 // the ply before it
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

  /** Plays from the shown ply, or from the start if that is the last one. */
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

  /** Call it with the shown ply. Another ply than that of the last step comes from the user, and pauses. */
  shown(ply: number): void {
    if (!this.playing || ply === this.#goal || ply === this.#left) return
    this.pause()
  }
  /** Call it when an animation starts or ends. Its end starts the pause. */
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
  /** Goes to a ply. An animation that starts now stops the timer until it ends. */
  #step(ply: number): void {
    this.#left = this.playback.ply()
    this.#goal = ply
    this.#wait()
    this.playback.go(ply)
  }
}

const key = 'wane-replay'

/** Returns the stored speed. */
export function loadSpeed(): Speed {
  const found = local.getItem(key) as Speed
  return speeds.includes(found) ? found : 'normal'
}

export const saveSpeed = (s: Speed) => local.setItem(key, s)
