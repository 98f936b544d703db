// What a button or a form asks of the server: one thing at a time, and why it failed.

import { errorText } from '../net/api'
import { upper } from './text'

export class Attempt {
  busy = $state(false)
  /** Why the last one failed, for users. */
  fault = $state('')

  /** The words for an error are by default its own. */
  constructor(private readonly say = (e: unknown) => upper(errorText(e))) {}

  /** Does something, unless the last has not ended. Returns whether it succeeded. */
  async run(what: () => Promise<unknown>): Promise<boolean> {
    if (this.busy) return false
    this.busy = true
    this.fault = ''
    try {
      await what()
    } catch (e) {
      this.fault = this.say(e)
    }
    this.busy = false
    return !this.fault
  }
}
