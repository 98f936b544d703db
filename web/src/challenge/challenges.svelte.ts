// The challenges from and to the user's account, kept up to date while a page is open.
import { follow } from '../net/load.svelte'
import { user } from '../net/me.svelte'
import { socket } from '../net/socket.svelte'
import type { Challenge } from '../net/types'
import { isRecord, local } from '../net/stored'
import { challengesOf } from './api'
import { incoming, key, notices, sent, waits } from './list'

const every = 60_000 // ms between questions: a message that something has changed may be lost
const stored = 'wane-challenges' // of the session: what waited, and what the user has closed
const most = 50 // of each that are kept

interface Kept {
  waited: string[]
  closed: string[]
}

const kept = (): Kept => ({ waited: [], closed: [], ...local.read(stored, isRecord) })

class Challenges {
  /** As the server said last, the last changed first. */
  list = $state.raw<Challenge[]>([])
  #kept = $state.raw<Kept>(kept())

  readonly incoming = $derived(incoming(this.list))
  readonly sent = $derived(sent(this.list))
  /** What the user should learn of now. */
  readonly notices = $derived(notices(this.list, new Set(this.#kept.waited), new Set(this.#kept.closed)))

  #take(list: Challenge[]): void {
    this.list = list
    const fresh = list.filter((c) => c.from.you && waits(c)).map((c) => c.id)
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
    local.write(stored, this.#kept) // where storage is blocked, other pages may say it again
  }

  /**
   * Follows the account's challenges, within an effect: asks when the server says that something has changed, and each
   * minute. Returns a function that asks at once.
   */
  follow(): () => void {
    const connection = socket()
    $effect(() => void (user.challenges = this.incoming.length))
    return follow(
      every,
      () => {
        void connection.news
        return connection.state === 'open' && connection.me?.account ? challengesOf() : undefined
      },
      { hidden: true, then: (list) => this.#take(list) },
    ).again
  }
}

/** The challenges of the user. */
export const challenges = new Challenges()
