import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiError } from './api'
import { Load, onChange } from './load.svelte'

interface State {
  version: string
}

const page = Object.assign(new EventTarget(), { hidden: false })

function show(hidden: boolean) {
  page.hidden = hidden
  page.dispatchEvent(new Event('visibilitychange'))
}

/** A server on which each request waits until the test answers it. */
class Server {
  asked: (string | undefined)[] = []
  #waiting: { resolve: (s: State) => void; reject: (e: unknown) => void }[] = []
  ask = (signal: AbortSignal, last: State | undefined) =>
    new Promise<State>((resolve, reject) => {
      this.asked.push(last?.version)
      this.#waiting.push({ resolve, reject })
      signal.addEventListener('abort', () => reject(new ApiError(0, 'offline', 'aborted')))
    })
  async answer(version: string): Promise<void> {
    this.#waiting.pop()!.resolve({ version })
    await vi.advanceTimersByTimeAsync(500)
  }
  async fail(status: number): Promise<void> {
    this.#waiting.pop()!.reject(new ApiError(status, '', ''))
    await vi.advanceTimersByTimeAsync(0)
  }
}

let server: Server
let follow: Load<State | undefined>
let stop: () => void
const network = new EventTarget()

function open(options: { hidden?: boolean; every?: (s: State) => number | undefined } = {}) {
  follow = new Load<State | undefined>(server.ask, undefined, { insist: true, every: onChange, ...options })
  stop = follow.start()
}

beforeEach(() => {
  vi.useFakeTimers()
  page.hidden = false
  vi.stubGlobal('document', page)
  for (const how of ['addEventListener', 'removeEventListener'] as const) vi.stubGlobal(how, network[how].bind(network))
  server = new Server()
  open()
})
afterEach(() => {
  stop()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('what the server changes', () => {
  it('is followed, each request from the last version', async () => {
    await server.answer('one')
    await server.answer('two')
    expect(follow.value).toEqual({ version: 'two' })
    expect(server.asked).toEqual([undefined, 'one', 'two'])
  })
  it('is not followed by a hidden page, which looks at once when it is visible', async () => {
    await server.answer('one')
    show(true)
    await vi.advanceTimersByTimeAsync(100_000)
    expect(server.asked).toEqual([undefined, 'one'])
    show(false)
    expect(server.asked).toEqual([undefined, 'one', undefined])
  })
  it('is asked for again after failures, less and less often', async () => {
    await server.answer('one')
    await server.fail(500)
    expect([follow.stale, follow.value]).toEqual([true, { version: 'one' }])
    await vi.advanceTimersByTimeAsync(2000)
    await server.fail(503)
    await vi.advanceTimersByTimeAsync(2000)
    expect(server.asked).toHaveLength(3)
    await vi.advanceTimersByTimeAsync(2000)
    await server.answer('two')
    expect([follow.stale, follow.value]).toEqual([false, { version: 'two' }])
  })
  it('may not exist', async () => {
    await server.fail(404)
    await vi.advanceTimersByTimeAsync(100_000)
    expect([follow.missing, server.asked.length]).toEqual([true, 1])
  })
  it('is asked for at once when the network is back', async () => {
    await server.answer('one')
    await server.fail(0)
    network.dispatchEvent(new Event('online'))
    expect(server.asked).toEqual([undefined, 'one', undefined])
    network.dispatchEvent(new Event('online'))
    expect(server.asked).toHaveLength(3) // an answer is on its way
  })
  it('is followed by a hidden page that shall, but not past its end', async () => {
    stop()
    open({ hidden: true, every: (s) => (s.version === 'last' ? undefined : 500) })
    await server.answer('one')
    show(true)
    expect(server.asked.at(-1)).toBeUndefined()
    await server.answer('two')
    expect(server.asked.at(-1)).toBe('two')
    await server.answer('last')
    const asked = server.asked.length
    show(false)
    await vi.advanceTimersByTimeAsync(100_000)
    expect([follow.value?.version, server.asked.length]).toEqual(['last', asked])
  })
  it('counts a request as lost that gets no answer', async () => {
    await vi.advanceTimersByTimeAsync(40_000)
    expect(follow.fault).toBeInstanceOf(ApiError)
    expect(follow.stale).toBe(false) // nothing is shown yet
    await vi.advanceTimersByTimeAsync(2000)
    expect(server.asked).toHaveLength(2)
  })
  it('includes what the user has done, after which it asks without the version', async () => {
    await server.answer('one')
    follow.take({ version: 'mine' })
    await server.fail(0) // the request before: it does not count any more
    expect([follow.value, follow.fault]).toEqual([{ version: 'mine' }, undefined])
    await vi.advanceTimersByTimeAsync(500)
    expect(server.asked).toEqual([undefined, 'one', undefined])
    stop()
    follow.take({ version: 'late' })
    expect(follow.value).toEqual({ version: 'mine' })
  })
  it('is not followed any more after the end', async () => {
    stop()
    await vi.advanceTimersByTimeAsync(100_000)
    expect(server.asked).toHaveLength(1)
  })
})
