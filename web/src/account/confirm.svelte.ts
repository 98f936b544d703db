// Asks the user to prove again who it is, where the server wants that before something dangerous.

import { ApiError } from '../net/api'

/** The user does not want to prove it. */
export class Canceled extends Error {}

class Confirmation {
  /** Ends the question; undefined if none is asked. */
  answer = $state.raw<((proven: boolean) => void) | undefined>()

  /** Does something, after a proof if the server wants one. It throws Canceled if there is none. */
  async around<T>(what: () => Promise<T>): Promise<T> {
    try {
      return await what()
    } catch (e) {
      if (!(e instanceof ApiError) || e.code !== 'confirm') throw e
    }
    const proven = await new Promise<boolean>((resolve) => (this.answer = resolve))
    this.answer = undefined
    if (!proven) throw new Canceled()
    return what()
  }
}

/** The question that the account page can ask. */
export const confirmation = new Confirmation()
