// The settings of the engine: on or off is kept for this visit, the number of lines for
// later visits too.

import { local, session } from '../net/stored'

const key = { on: 'wane-engine-on', lines: 'wane-engine-lines' }
export const mostLines = 5

class Choices {
  #on = $state(session.getItem(key.on) === 'true')
  #lines = $state(within(Number(local.getItem(key.lines) ?? 1)))

  get on() {
    return this.#on
  }
  set on(value: boolean) {
    this.#on = value
    session.setItem(key.on, String(value))
  }
  get lines() {
    return this.#lines
  }
  set lines(value: number) {
    this.#lines = within(value)
    local.setItem(key.lines, String(this.#lines))
  }
}

const within = (n: number) => (Number.isInteger(n) && n >= 1 && n <= mostLines ? n : 1)

/** The settings; assign to a field to change it. */
export const choices = new Choices()
