// The settings of the engine: on or off is kept for this visit, the number of lines for
// later visits too.

const key = { on: 'wane-engine-on', lines: 'wane-engine-lines' }
export const mostLines = 5

function stored(store: () => Storage, name: string): string | null {
  try {
    return store().getItem(name)
  } catch {
    return null // the browser blocks storage
  }
}

function keep(store: () => Storage, name: string, value: string) {
  try {
    store().setItem(name, value)
  } catch {
    // The choice then lasts until the page closes.
  }
}

class Choices {
  #on = $state(stored(() => sessionStorage, key.on) === 'true')
  #lines = $state(within(Number(stored(() => localStorage, key.lines) ?? 1)))

  get on() {
    return this.#on
  }
  set on(value: boolean) {
    this.#on = value
    keep(() => sessionStorage, key.on, String(value))
  }
  get lines() {
    return this.#lines
  }
  set lines(value: number) {
    this.#lines = within(value)
    keep(() => localStorage, key.lines, String(this.#lines))
  }
}

const within = (n: number) => (Number.isInteger(n) && n >= 1 && n <= mostLines ? n : 1)

/** The settings; assign to a field to change it. */
export const choices = new Choices()
