import { beforeEach, expect, it, vi } from 'vitest'
import { Updates } from './updates.svelte'

const script = '/assets/index-2.js'

/** A worker of a build with some scripts. */
class Worker extends EventTarget {
  sent: unknown[] = []
  constructor(
    public state: ServiceWorkerState,
    readonly scripts: string[],
  ) {
    super()
  }
  postMessage(m: unknown) {
    this.sent.push(m)
  }
  becomes(state: ServiceWorkerState) {
    this.state = state
    this.dispatchEvent(new Event('statechange'))
  }
}
class Registration extends EventTarget {
  active: Worker | null = null
  waiting: Worker | null = null
  installing: Worker | null = null
  update = async () => {}
}
class Container extends EventTarget {
  controller: Worker | null = null
  registration = new Registration()
  register = async () => this.registration
}

const old = () => new Worker('activated', ['/assets/index-1.js'])
let workers: Container
let reload: () => void
let updates: Updates
/** Lets promises settle. */
const settle = () => new Promise((resolve) => setTimeout(resolve))

async function begin(setUp: (c: Container) => void = () => {}) {
  setUp(workers)
  updates = new Updates({
    workers: workers as unknown as ServiceWorkerContainer,
    script,
    has: async (w, path) => (w as unknown as Worker).scripts.includes(path),
    reload,
  })
  await updates.start()
  await settle()
}
async function finds(worker: Worker) {
  workers.registration.installing = worker
  workers.registration.dispatchEvent(new Event('updatefound'))
  worker.becomes('installed')
  await settle()
}
async function controls(worker: Worker) {
  workers.controller = worker
  workers.dispatchEvent(new Event('controllerchange'))
  await settle()
}
const runs = (w: Worker) => (c: Container) => (c.controller = c.registration.active = w)

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval'] })
  workers = new Container()
  reload = vi.fn<() => void>()
})

it('offers nothing when the first worker takes over', async () => {
  await begin()
  await finds(new Worker('installing', [script]))
  await controls(new Worker('activated', [script]))
  expect(updates.offered).toBe(false)
})
it('offers a newer build, and shows it when the user accepts', async () => {
  await begin(runs(new Worker('activated', [script])))
  const next = new Worker('installing', ['/assets/index-3.js'])
  await finds(next)
  expect(updates.offered).toBe(true)
  expect(next.sent).toEqual([])
  updates.accept()
  expect(next.sent).toEqual([{ t: 'activate' }])
  expect(reload).not.toHaveBeenCalled()
  await controls(next)
  expect(reload).toHaveBeenCalledOnce()
})
it('offers a build that was found before', async () => {
  await begin((c) => {
    runs(new Worker('activated', [script]))(c)
    c.registration.waiting = new Worker('installed', ['/assets/index-3.js'])
  })
  expect(updates.offered).toBe(true)
  updates.dismiss()
  expect(updates.offered).toBe(false)
})
it('offers a build that is being installed when the page begins to listen', async () => {
  const next = new Worker('installing', ['/assets/index-3.js'])
  await begin((c) => {
    runs(new Worker('activated', [script]))(c)
    c.registration.installing = next
  })
  next.becomes('installed')
  await settle()
  expect(updates.offered).toBe(true)
})
it('lets the worker of this build take over without a question', async () => {
  await begin(runs(old()))
  const own = new Worker('installing', [script])
  await finds(own)
  expect(updates.offered).toBe(false)
  expect(own.sent).toEqual([{ t: 'activate' }])
})
it('offers a reload after another page has accepted', async () => {
  await begin(runs(new Worker('activated', [script])))
  await controls(new Worker('activated', ['/assets/index-3.js']))
  expect(updates.offered).toBe(true)
  updates.accept()
  expect(reload).toHaveBeenCalledOnce()
})
it('offers a waiting build when it looks again, unless the user has dismissed it', async () => {
  await begin(runs(new Worker('activated', [script])))
  workers.registration.waiting = new Worker('installed', ['/assets/index-3.js']) // another page has found it
  await updates.look()
  expect(updates.offered).toBe(true)
  updates.dismiss()
  await updates.look()
  expect(updates.offered).toBe(false)
  workers.registration.waiting = new Worker('installed', ['/assets/index-4.js'])
  await updates.look()
  expect(updates.offered).toBe(true)
})
