// Registers the service worker, and finds out when there is a newer build than this page.

import { base } from '../../net/site'
import type { Message } from './service-worker'

const hour = 3_600_000

/** What updates need of the browser. */
export interface Surroundings {
  workers: Pick<ServiceWorkerContainer, 'register' | 'addEventListener' | 'controller'>
  /** The path of this page's script, which names its build. */
  script: string
  /** Asks a worker whether a file belongs to its build. */
  has(worker: ServiceWorker, path: string): Promise<boolean>
  reload(): void
}

export class Updates {
  /** A newer build is ready: a reload shows it. */
  offered = $state(false)

  #waiting: ServiceWorker | null = null
  #dismissed: ServiceWorker | null = null
  #registration: ServiceWorkerRegistration | null = null
  #reloading = false

  constructor(private readonly around: Surroundings) {}

  async start(): Promise<void> {
    const { workers } = this.around
    let controlled = !!workers.controller
    workers.addEventListener('controllerchange', () => {
      if (this.#reloading) this.around.reload()
      else if (controlled && workers.controller) void this.#check(workers.controller) // another page has replaced it
      controlled = true
    })
    const registration = await workers.register(base + '/service-worker.js', { updateViaCache: 'none' })
    this.#registration = registration
    if (registration.waiting) void this.#check(registration.waiting)
    const watch = (worker: ServiceWorker | null) =>
      worker?.addEventListener('statechange', () => {
        if (worker.state === 'installed' && registration.active) void this.#check(worker)
      })
    watch(registration.installing) // found before the page listens
    registration.addEventListener('updatefound', () => watch(registration.installing))
    setInterval(() => void this.look(), hour)
  }

  /** Looks for a newer build, also for one that was found before. Without a network, the next look finds it. */
  async look(): Promise<void> {
    const registration = this.#registration
    await registration?.update().catch(() => {})
    if (registration?.waiting && registration.waiting !== this.#dismissed) await this.#check(registration.waiting)
  }

  async #check(worker: ServiceWorker): Promise<void> {
    const waits = worker.state === 'installed'
    if (!(await this.around.has(worker, this.around.script))) {
      this.#waiting = waits ? worker : null
      this.offered = true
    } else if (waits) send(worker, { t: 'activate' }) // the server has sent this page already
  }

  /** Shows the newer build. */
  accept(): void {
    this.#reloading = true
    if (this.#waiting?.state === 'installed') send(this.#waiting, { t: 'activate' })
    else this.around.reload()
  }

  /** Offers it no longer; the next load shows it. */
  dismiss(): void {
    this.offered = false
    this.#dismissed = this.#waiting
  }
}

const send = (worker: ServiceWorker, message: Message, ports: MessagePort[] = []) => worker.postMessage(message, ports)

const browser = (workers: ServiceWorkerContainer): Surroundings => ({
  workers,
  script: new URL(document.querySelector<HTMLScriptElement>('script[type=module]')?.src ?? '', location.href).pathname,
  has: (worker, path) =>
    new Promise((resolve) => {
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = (e: MessageEvent<boolean>) => {
        port1.close()
        resolve(e.data)
      }
      send(worker, { t: 'has', path }, [port2])
    }),
  reload: () => location.reload(),
})

/** Starts the service worker and returns its updates; null where the browser has none, or the user saves data. */
export function startWorker(): Updates | null {
  const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined // missing without HTTPS
  if (!workers || (navigator as { connection?: { saveData?: boolean } }).connection?.saveData) return null
  const updates = new Updates(browser(workers))
  updates.start().catch((e: unknown) => console.warn('the page does not work without a network:', e))
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && void updates.look())
  return updates
}
