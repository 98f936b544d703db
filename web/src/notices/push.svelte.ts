// Push notifications of this browser.
import { call } from '../net/api'
import { user } from '../net/me.svelte'
import type { Push, Subscribe } from '../net/types'
import { language } from '../net/sentences.text'
import { local } from '../net/stored'

const owner = 'wane-push' // for whom this browser shows notifications, as the server knows it

const subscribe = (s: PushSubscription) => {
  const { endpoint, keys } = s.toJSON() as Omit<Subscribe, 'language'>
  return call('POST', '/push', { body: { endpoint, keys, language } })
}

/**
 * Says to the server whose notifications this browser shows, if it shows any: after signing in or out
 * they are those of another player.
 */
export async function renew(): Promise<void> {
  try {
    if (globalThis.Notification?.permission !== 'granted') return
    const worker = await navigator.serviceWorker?.getRegistration()
    const subscription = await worker?.pushManager.getSubscription()
    if (!subscription) return
    const now = [user.account?.name ?? '', language, subscription.endpoint].join(' ')
    if (local.getItem(owner) === now) return
    await subscribe(subscription)
    local.setItem(owner, now)
  } catch {
    // The next load of the page tries again.
  }
}

/** unknown: the browser was not asked yet. none: it has no pushes, or the server sends none. */
export type Stage = 'unknown' | 'none' | 'blocked' | 'off' | 'on'

export class Pushes {
  stage = $state<Stage>('unknown')
  kinds = $state.raw<Push['kinds']>({})
  #key = ''

  /** Finds out how things stand. */
  async look(): Promise<void> {
    if (!('Notification' in globalThis) || !('PushManager' in globalThis) || !navigator.serviceWorker) {
      this.stage = 'none'
      return
    }
    try {
      const settings = await call('GET', '/push')
      this.kinds = settings.kinds
      this.#key = settings.key
      const worker = await navigator.serviceWorker.getRegistration()
      const subscription = await worker?.pushManager.getSubscription()
      if (!worker) this.stage = 'none'
      else if (Notification.permission === 'denied') this.stage = 'blocked'
      else this.stage = subscription ? 'on' : 'off'
    } catch {
      this.stage = 'none'
    }
  }

  /** Asks the user for permission, and the server for pushes. It needs a click. */
  async start(): Promise<void> {
    if ((await Notification.requestPermission()) !== 'granted') {
      this.stage = Notification.permission === 'denied' ? 'blocked' : 'off'
      return
    }
    const worker = await navigator.serviceWorker.ready
    const old = await worker.pushManager.getSubscription()
    const subscription =
      old ?? (await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: this.#key }))
    this.kinds = (await subscribe(subscription)).kinds
    this.stage = 'on'
  }

  async stop(): Promise<void> {
    const worker = await navigator.serviceWorker.ready
    const subscription = await worker.pushManager.getSubscription()
    if (subscription) {
      await call('DELETE', '/push', { body: { endpoint: subscription.endpoint } })
      await subscription.unsubscribe()
    }
    this.stage = 'off'
  }

  async choose(kind: string, on: boolean): Promise<void> {
    this.kinds = (await call('PUT', '/push', { body: { kinds: { ...this.kinds, [kind]: on } } })).kinds
  }
}
