// Who uses the page: a guest, or someone with an account. The server writes that into the page. In a page that the
// browser has kept, or that comes from elsewhere, it is the account that the browser remembers, until the server
// answers.

import { call } from './api'
import { isRecord, local } from './stored'
import type { Me } from './types'

/** What the page knows of the user's account. */
export type Account = NonNullable<Me['account']>

const key = 'wane-account'
/**
 * What else the browser's storage has of the account: which challenges were noticed, and for whom notifications are
 * shown.
 */
const more = ['wane-challenges', 'wane-push']

function remembered(): Account | undefined {
  const stored = local.read(key, isRecord)
  return typeof stored?.['name'] === 'string' ? (stored as unknown as Account) : undefined
}

/** Returns what the server has written into the page: null is a guest; undefined: it wrote nothing. */
export function written(
  page: Pick<Document, 'getElementById'> | undefined = globalThis.document,
): Me | null | undefined {
  const text = page?.getElementById('me')?.textContent
  return text ? (JSON.parse(text) as Me | null) : undefined
}

class User {
  /** The account that the user has signed in to, as far as the page knows; undefined for a guest. */
  account = $state.raw<Account | undefined>(remembered())
  /** How many challenges the user can answer. */
  challenges = $state(0)
  /** The tournament to whose games the page leads, by its name; '': none. */
  tournament = ''
  /** The user has a part in the running game on the page. */
  playing = $state(false)
  /** What the server said last; undefined until it has answered. */
  me = $state.raw<Me>()
  /** Whether the server has said who uses the page. */
  known = false

  constructor() {
    const said = written()
    if (said === undefined) return
    this.known = true
    this.me = said ?? undefined
    this.#remember(said?.account)
  }

  /** Asks the server; without an answer everything stays as it is. */
  async refresh(): Promise<void> {
    try {
      this.now(await call('GET', '/me'))
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
    // Where storage is blocked, the header knows the account once the server has answered.
    if (account) local.write(key, account)
    else if (remembered()) for (const name of [key, ...more]) local.setItem(name, null)
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
