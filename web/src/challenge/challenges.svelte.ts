// The challenges from and to the user's account, kept up to date while a page is open.
import { user } from '../lib/me.svelte'
import { socket } from '../lib/socket.svelte'
import type { Challenge } from '../lib/types'
import { challengesOf } from './api'
import { incoming, key, notices, sent, waits } from './list'

const every = 60_000 // ms between questions: a message that something has changed may be lost
const stored = 'wane-challenges' // of the session: what waited, and what the user has closed
const most = 50 // of each that are kept

interface Kept {
  waited: string[]
  closed: string[]
}

function kept(): Kept {
  try {
    return { waited: [], closed: [], ...(JSON.parse(localStorage.getItem(stored) ?? '{}') as Partial<Kept>) }
  } catch {
    return { waited: [], closed: [] } // storage is blocked, or what it has is damaged
  }
}

class Challenges {
  /** As the server said last, the last changed first. */
  list = $state.raw<Challenge[]>([])
  #kept = $state.raw<Kept>(kept())

  readonly incoming = $derived(incoming(this.list))
  readonly sent = $derived(sent(this.list))
  /** What the user should learn of now. */
  readonly notices = $derived(notices(this.list, new Set(this.#kept.waited), new Set(this.#kept.closed)))

  /** Asks the server; without an answer everything stays as it is. */
  async refresh(): Promise<void> {
    try {
      this.list = await challengesOf()
    } catch {
      return // the next message or minute asks again
    }
    const fresh = this.list.filter((c) => c.from.you && waits(c)).map((c) => c.id)
    this.#keep({ ...kept(), waited: [...new Set([...kept().waited, ...fresh])] })
  }

  /** Takes an answer of the server about one challenge. */
  now(c: Challenge): void {
    this.list = [c, ...this.list.filter((o) => o.id !== c.id)]
  }

  /** Shows no notice of a challenge any more, as long as it stays as it is. */
  close(c: Challenge): void {
    this.#keep({ ...kept(), closed: [...kept().closed, key(c)] })
  }

  #keep(k: Kept): void {
    this.#kept = { waited: k.waited.slice(-most), closed: k.closed.slice(-most) }
    try {
      localStorage.setItem(stored, JSON.stringify(this.#kept))
    } catch {
      // Storage is blocked: other pages may say it again.
    }
  }

  /** Follows the account's challenges, within an effect: asks when the server says that something has changed, and each minute. */
  follow(): void {
    const connection = socket()
    $effect(() => void (user.challenges = this.incoming.length))
    $effect(() => {
      void connection.news
      if (connection.state !== 'open' || !connection.me?.account) return
      void this.refresh()
      const timer = setInterval(() => void this.refresh(), every)
      return () => clearInterval(timer)
    })
  }
}

/** The challenges of the user. */
export const challenges = new Challenges()
