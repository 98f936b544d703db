// Has the studies kept on the server while the user is signed in: soon after each change, and
// whenever the connection or the user comes back.

import { ApiError } from '../net/api'
import { workspace } from './text'
import { BrowserStorage, type KeepingStorage } from './storage'
import { accountStudies, forgetStudies, syncStudies, type Keeper, type Keeping, type Outcome } from './sync'

const soon = 3000 // ms after a change
const often = 60_000 // ms between looks at what other devices have changed

export class StudyKeeper {
  state = $state<Keeping>('here')
  /** The studies that were changed on two devices, until the user has read that. */
  conflicts = $state.raw<Outcome['conflicts']>([])
  /** How many studies the server does not take. */
  refused = $state(0)

  #account = ''
  #timer: ReturnType<typeof setTimeout> | undefined
  #running = false
  #changed = false // since the last pass began

  // Its own storage hears of the changes that this tab makes with the shared one.
  constructor(
    private readonly storage: KeepingStorage = new BrowserStorage(),
    private readonly server: Keeper = accountStudies,
  ) {}

  /** Begins to keep the studies for an account. */
  start(account: string): void {
    if (this.#account) return
    this.#account = account
    this.storage.listen(() => {
      this.#changed = true
      this.#schedule(soon)
    })
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
    this.#changed = false
    if (this.state === 'here') this.state = 'busy'
    try {
      await this.#alone(async () => {
        const { conflicts, refused } = await this.#sync()
        this.conflicts = [...this.conflicts, ...conflicts]
        this.refused = refused
        this.state = 'kept'
      })
    } catch (e) {
      // The session has ended: the header finds out. Any other fault may pass.
      this.state = e instanceof ApiError && e.status === 401 ? 'here' : 'unreachable'
    } finally {
      this.#running = false
      this.#schedule(this.#changed ? soon : often)
    }
  }

  /**
   * Runs work unless another tab does the same. Pages without HTTPS have no locks; then a version that is sent twice is
   * no harm.
   */
  async #alone(work: () => Promise<void>): Promise<void> {
    const locks = navigator.locks as LockManager | undefined
    if (!locks) return work()
    await locks.request('wane-studies', { ifAvailable: true }, async (lock) => {
      if (lock) await work()
      else this.state = 'kept'
    })
  }

  #sync = () => syncStudies(this.storage, this.server, this.#account, workspace.copyOf)

  /**
   * Sends what is left, signs out, and removes from this browser what the account has. It throws if signing out does.
   */
  async leave(account: string, signOut: () => Promise<unknown>): Promise<void> {
    this.#account = account
    clearTimeout(this.#timer)
    await this.#sync().catch(() => {}) // what is not sent stays in this browser
    await signOut()
    await import('../study/storage').then(({ sharedStorage }) => sharedStorage().forgetAll(account)).catch(() => {})
    await forgetStudies(this.storage, account).catch(() => {}) // storage is blocked: there is nothing
  }
}

/** The keeper of this page. */
export const keeper = new StudyKeeper()
