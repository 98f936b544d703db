// Has the studies kept on the server while the user is signed in: soon after each change, and
// whenever the connection or the user comes back.

import { ApiError } from '../lib/api'
import { workspace } from '../text/study'
import { BrowserStorage } from './storage'
import { accountStudies, forgetStudies, syncStudies, type Outcome } from './sync'

const soon = 3000 // ms after a change
const often = 60_000 // ms between looks at what other devices have changed

/** How studies are kept: here only, with the server being asked, on the server, or not since it is unreachable. */
export type Keeping = 'here' | 'busy' | 'kept' | 'unreachable'

class StudyKeeper {
  state = $state<Keeping>('here')
  /** The studies that were changed on two devices, until the user has read that. */
  conflicts = $state.raw<Outcome['conflicts']>([])
  /** How many studies the server does not take. */
  refused = $state(0)

  // Its own storage hears of the changes that this tab makes with the shared one.
  readonly #storage = new BrowserStorage()
  #account = ''
  #timer: ReturnType<typeof setTimeout> | undefined
  #running = false

  /** Begins to keep the studies for an account. */
  start(account: string): void {
    if (this.#account) return
    this.#account = account
    this.#storage.listen(() => this.#schedule(soon))
    addEventListener('online', () => this.#schedule(0))
    document.addEventListener('visibilitychange', () => this.#schedule(0))
    this.#schedule(0)
  }

  #schedule(wait: number): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.#run(), wait)
  }

  async #run(): Promise<void> {
    if (this.#running || document.visibilityState === 'hidden') return
    this.#running = true
    if (this.state === 'here') this.state = 'busy'
    try {
      await this.#alone(async () => {
        const { conflicts, refused } = await syncStudies(this.#storage, accountStudies, this.#account, workspace.copyOf)
        this.conflicts = [...this.conflicts, ...conflicts]
        this.refused = refused
        this.state = 'kept'
      })
    } catch (e) {
      // The session has ended: the header finds out. Any other fault may pass.
      this.state = e instanceof ApiError && e.status === 401 ? 'here' : 'unreachable'
    } finally {
      this.#running = false
      this.#schedule(often)
    }
  }

  /** Runs work unless another tab does the same. Pages without HTTPS have no locks; then a version that is sent twice is no harm. */
  async #alone(work: () => Promise<void>): Promise<void> {
    const locks = navigator.locks as LockManager | undefined
    if (!locks) return work()
    await locks.request('wane-studies', { ifAvailable: true }, async (lock) => {
      if (lock) await work()
      else this.state = 'kept'
    })
  }

  /** Sends what is left, and removes from this browser what the account has. */
  async leave(): Promise<void> {
    clearTimeout(this.#timer)
    if (this.#account) await forgetStudies(this.#storage, this.#account)
  }
}

/** The keeper of this page. */
export const keeper = new StudyKeeper()
