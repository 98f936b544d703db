import { refusal } from './rules'
import type { Line } from './types'

/** Announces what has happened: to screen readers, or to all users in a toast. */
export class Announcer {
  /** The last texts for screen readers. */
  spoken = $state.raw<{ id: number; text: string }[]>([])
  toast = $state.raw({ text: '', serial: 0 })
  #refusal = -1 // the serial of the toast that says why a move was not legal
  #asked = 0 // increases with every question why, and with every move

  speak = (text: string): void => {
    this.spoken = [...this.spoken.slice(-3), { id: (this.spoken.at(-1)?.id ?? 0) + 1, text }]
  }
  show = (text: string): void => {
    this.toast = { text, serial: this.toast.serial + 1 }
  }
  /** Shows why no legal move goes from one square to another at the end of a line. */
  refuse = (line: Line, from: string, to: string): void => {
    const { serial } = this.toast
    const asked = ++this.#asked
    refusal(line, from, to).then(
      (why) => {
        if (!why || serial !== this.toast.serial || asked !== this.#asked) return
        this.show(why)
        this.#refusal = this.toast.serial
      },
      () => {}, // without the rules in the page nothing says why
    )
  }
  /** Hides why a move was not legal, even if that is not known yet. Call it when one is played. */
  played = (): void => {
    this.#asked++
    if (this.#refusal === this.toast.serial) this.show('')
    this.#refusal = -1
  }
}
