import { untrack } from 'svelte'
import { refusal } from '../rules/rules'
import type { Line } from '../net/types'

/** Announces what has happened: to screen readers, or to all users in a toast. */
export class Announcer {
  /** The last texts for screen readers. */
  spoken = $state.raw<{ id: number; text: string }[]>([])
  toast = $state.raw({ text: '', serial: 0 })
  #refusal = -1 // the serial of the toast that says why a move was not legal
  #asked = 0 // increases with every question why, and with every move

  /** Speaks a text, without an end that was the last one: a move is not described by its preview and once more. */
  speak = (text: string): void => {
    const said = untrack(() => this.spoken) // an effect that speaks does not wait for what is said
    const last = said.at(-1) ?? { id: 0, text: '' }
    if (last.text.length < text.length && text.endsWith(last.text)) text = text.slice(0, text.length - last.text.length)
    this.spoken = [...said.slice(-3), { id: last.id + 1, text }]
  }
  show = (text: string): void => {
    this.toast = { text, serial: untrack(() => this.toast).serial + 1 }
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
