// Who uses the page: a guest, or someone with an account. The browser remembers the name of the
// account, so that the header shows it before the server has answered.

import { api } from './api'
import type { Me } from './types'

/** What the page knows of the user's account. */
export type Account = NonNullable<Me['account']>

const key = 'wane-account'

function remembered(): Account | undefined {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? 'null')
    return stored && typeof stored === 'object' && typeof (stored as Account).name === 'string' ? (stored as Account) : undefined
  } catch {
    return undefined // storage is blocked, or what it has is damaged
  }
}

class User {
  /** The account that the user has signed in to, as far as the page knows; undefined for a guest. */
  account = $state.raw<Account | undefined>(remembered())
  /** How many challenges the user can answer. */
  challenges = $state(0)
  /** What the server said last; undefined until it has answered. */
  me = $state.raw<Me>()

  /** Asks the server; without an answer everything stays as it is. */
  async refresh(): Promise<void> {
    try {
      this.now(await api.me())
    } catch {
      // The next load of the page asks again.
    }
  }

  /** Takes an answer of the server. */
  now(me: Me): void {
    this.me = me
    this.#remember(me.account)
  }

  /** Notes that the user has signed out. */
  forget(): void {
    this.#remember(undefined)
  }

  #remember(account?: Account): void {
    this.account = account
    try {
      if (account) localStorage.setItem(key, JSON.stringify(account))
      else localStorage.removeItem(key)
    } catch {
      // Storage is blocked: the header knows the account once the server has answered.
    }
  }

  /** Follows what other tabs learn: after signing in or out in one of them, all must load again. */
  follow(): void {
    addEventListener('storage', (e) => {
      if (e.key === key && remembered()?.name !== this.account?.name) location.reload()
    })
  }
}

/** The user of the page. */
export const user = new User()
