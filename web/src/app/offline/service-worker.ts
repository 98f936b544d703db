// The service worker: it makes the page work without a network. scripts/offline.mjs puts
// the list of the build's files before this script.

import { Keeper, type Build } from './keeper'
import { opened, show, type Page, type Shown } from './pushed'

/** An event whose work the browser waits for. */
interface WorkEvent extends Event {
  waitUntil(work: Promise<unknown>): void
}
interface Worker {
  waneBuild: Build
  location: Location
  clients: {
    claim(): Promise<void>
    matchAll(o: { type: 'window'; includeUncontrolled: boolean }): Promise<Page[]>
    openWindow(url: string): Promise<unknown>
  }
  registration: { showNotification: Shown['show'] }
  skipWaiting(): Promise<void>
  addEventListener(type: 'install' | 'activate', f: (e: WorkEvent) => void): void
  addEventListener(
    type: 'fetch',
    f: (e: Event & { request: Request; respondWith(answer: Promise<Response>): void }) => void,
  ): void
  addEventListener(type: 'push', f: (e: WorkEvent & { data?: { text(): string } }) => void): void
  addEventListener(
    type: 'notificationclick',
    f: (e: WorkEvent & { notification: { data: string; close(): void } }) => void,
  ): void
  addEventListener(type: 'message', f: (e: MessageEvent<Message>) => void): void
}

/** activate: replace the current worker. has: tell through the port whether a file belongs to the build. */
export type Message = { t: 'activate' } | { t: 'has'; path: string }

const worker = globalThis as unknown as Worker
const folder = worker.location.pathname.replace(/\/[^/]*$/, '')
const pages = () => worker.clients.matchAll({ type: 'window', includeUncontrolled: true })
const keeper = new Keeper(
  worker.waneBuild,
  {
    caches,
    fetch: (request, init) => fetch(request, init),
    pages: async () => (await pages()).length,
  },
  folder,
)
const shown: Shown = {
  show: (title, options) => worker.registration.showNotification(title, options),
  pages,
  open: (url) => worker.clients.openWindow(url),
}

worker.addEventListener('install', (e) => e.waitUntil(keeper.install()))
worker.addEventListener('activate', (e) => e.waitUntil(keeper.clean().then(() => worker.clients.claim())))
worker.addEventListener('fetch', (e) => {
  const answer = keeper.answer(e.request, worker.location.origin)
  if (answer) e.respondWith(answer)
})
worker.addEventListener('message', ({ data, ports }) => {
  if (data.t === 'activate') void worker.skipWaiting()
  else ports[0]?.postMessage(keeper.has(data.path))
})
worker.addEventListener('push', (e) => e.waitUntil(show(e.data?.text() ?? '', shown)))
worker.addEventListener('notificationclick', (e) => {
  e.notification.close()
  e.waitUntil(opened(e.notification.data, shown))
})
