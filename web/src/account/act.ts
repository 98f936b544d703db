// What the parts of the account page have in common.

import { errorText } from '../net/api'
import { upper } from '../ui/text'
import { passkey } from './text'
import { Canceled, confirmation } from './confirm.svelte'
import { PasskeyError } from './passkeys'
import type { Note } from '../ui/Section.svelte'

/** Does what a button stands for, after a proof if the server wants one, and returns what to say about it. */
export async function act(what: () => Promise<unknown>, done = ''): Promise<Note> {
  try {
    await confirmation.around(what)
    return { text: done }
  } catch (e) {
    if (e instanceof PasskeyError) return { text: passkey.problems[e.why], wrong: true }
    return e instanceof Canceled ? { text: '' } : { text: upper(errorText(e)), wrong: true }
  }
}
