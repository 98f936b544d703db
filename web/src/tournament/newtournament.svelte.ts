// The tournament that the user is about to create: the form, what is wrong with it, and the request. What is typed is
// kept until the tournament exists.

import { ApiError, call, errorText, newID } from '../net/api'
import { link } from '../net/links'
import { session } from '../net/stored'
import { check, draftOf, readDraft, request, starts, type Faults, type Form } from './form'
import { form as words } from './text'
import type { System } from './types'

const key = 'wane-new-tournament'

export class NewTournamentForm {
  readonly fields: Form = $state(readDraft(session.getItem(key)))
  failed = $state('')
  busy = $state(false)
  /** What few want is shown. */
  open = $state(false)

  #tried = $state(false) // to create it: from then on each change shows what is still wrong
  #id = newID() // the same request sent twice creates one tournament

  constructor(variant?: string | null) {
    if (variant) this.fields.variant = variant
    const { password, description, bots, apart, berserk, ratingMin, ratingMax } = this.fields
    this.open = !!(password || description || bots || apart || !berserk || ratingMin || ratingMax)
  }

  readonly faults: Faults = $derived(this.#tried ? check(this.fields, Date.now()) : {})

  get system(): System {
    return this.fields.system
  }
  /** What one system offers, another may not. */
  set system(system: System) {
    this.fields.system = system
    const { soon } = this.fields
    if (soon && !this.starts.includes(Number(soon))) this.fields.soon = String(this.starts[1])
  }
  /** Minutes until the start that the form offers. */
  get starts(): number[] {
    return starts(this.system)
  }

  /** Stores what is typed. */
  keep(): void {
    session.setItem(key, draftOf(this.fields))
  }

  /** Creates the tournament and returns its address; undefined if there is none. An empty name is the suggested one. */
  async create(suggested: string): Promise<string | undefined> {
    if (this.busy) return
    this.#tried = true
    this.failed = ''
    if (Object.keys(this.faults).length) {
      this.open ||= !!this.faults.ratings
      this.failed = words.check
      return
    }
    this.busy = true
    try {
      const { id } = await call('POST', '/tournaments', {
        body: request(this.fields, this.#id, suggested, Date.now()),
      })
      session.setItem(key, null)
      return link('tournament', id)
    } catch (error) {
      this.failed = words.failed(errorText(error))
      if (error instanceof ApiError && error.status) {
        this.#id = newID() // otherwise the request may have arrived
        this.open = true // the password, for one, may be what lacks
      }
      this.busy = false
    }
  }
}
