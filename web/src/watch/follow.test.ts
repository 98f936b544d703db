import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiError } from '../lib/api'
import { Follow } from './follow.svelte'

interface State {
  version: string
}

const page = { visibilityState: 'visible', listeners: new Map<string, () => void>() }

function show(how: 'visible' | 'hidden') {
  page.visibilityState = how
  page.listeners.get('visibilitychange')?.()
}

/** A server on which each request waits until the test answers it. */
class Server {
  asked: (string | undefined)[] = []
  #waiting: { resolve: (s: State) => void; reject: (e: unknown) => void }[] = []
  ask = (since: string | undefined, signal: AbortSignal) =>
    new Promise<State>((resolve, reject) => {
      this.asked.push(since)
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
let follow: Follow<State>
let stop: () => void

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('document', {
    get visibilityState() {
      return page.visibilityState
    },
    addEventListener: (kind: string, f: () => void) => page.listeners.set(kind, f),
    removeEventListener: (kind: string) => page.listeners.delete(kind),
  })
  vi.stubGlobal('addEventListener', () => {})
  vi.stubGlobal('removeEventListener', () => {})
  page.visibilityState = 'visible'
  server = new Server()
  follow = new Follow(server.ask)
  stop = follow.open()
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
    expect(follow.found).toEqual({ version: 'two' })
    expect(server.asked).toEqual([undefined, 'one', 'two'])
  })
  it('is not followed by a hidden page, which looks at once when it is visible', async () => {
    await server.answer('one')
    show('hidden')
    await vi.advanceTimersByTimeAsync(100_000)
    expect(server.asked).toEqual([undefined, 'one'])
    show('visible')
    expect(server.asked).toEqual([undefined, 'one', undefined])
  })
  it('is asked for again after failures, less and less often', async () => {
    await server.answer('one')
    await server.fail(500)
    expect([follow.stale, follow.found]).toEqual([true, { version: 'one' }])
    await vi.advanceTimersByTimeAsync(2000)
    await server.fail(503)
    await vi.advanceTimersByTimeAsync(2000)
    expect(server.asked).toHaveLength(3)
    await vi.advanceTimersByTimeAsync(2000)
    await server.answer('two')
    expect([follow.stale, follow.found]).toEqual([false, { version: 'two' }])
  })
  it('may not exist', async () => {
    await server.fail(404)
    await vi.advanceTimersByTimeAsync(100_000)
    expect([follow.missing, server.asked.length]).toEqual([true, 1])
  })
  it('is not followed any more after the end', async () => {
    stop()
    await vi.advanceTimersByTimeAsync(100_000)
    expect(server.asked).toHaveLength(1)
  })
})
