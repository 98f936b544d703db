// Whether the server answers for an open study, and when it is asked again if it does not.

/**
 * live: the page follows; offline: it tries again; gone: deleted, or not for this user any more; signed-out: the
 * session has ended.
 */
export type Link = 'live' | 'offline' | 'gone' | 'signed-out'

const [shortest, longest] = [1000, 30_000] // ms between two tries

export class Connection {
  link = $state<Link>('live')
  #failures = 0

  /** Notes an answer. Returns whether there was none before. */
  answered(): boolean {
    this.#failures = 0
    const back = this.link === 'offline'
    if (back) this.link = 'live'
    return back
  }
  /** Notes that the server has failed; status is 0 if it was unreachable. Single failures are not shown. */
  failed(status: number): void {
    this.#failures++
    if (status === 0 || this.#failures > 2) this.lost()
  }
  /** Notes that there is no network. */
  lost(): void {
    if (this.link === 'live') this.link = 'offline'
  }
  /** Notes that the user wants the server to be asked at once. */
  retry(): void {
    this.#failures = 0
    if (this.link === 'signed-out') this.link = 'live'
  }
  /** Returns how long to wait after a failure, in ms. */
  get pause(): number {
    return Math.min(longest, shortest * 2 ** Math.min(this.#failures, 6))
  }
}
