// An animation that the server makes while the user waits.

import { ApiError, problem } from '../net/api'

/** The most pixels of all positions of an animation, and its usual size; the server has the same. */
const maxPixels = 400_000_000
const usualSize = 540
/** How often a busy server is asked again, and after how many seconds if it does not say so. */
const tries = 12
const pauseSeconds = 5

/** Returns the size of an animation with so many moves, in pixels; undefined for the usual one. */
export function sizeFor(moves: number): number | undefined {
  const fits = Math.floor(Math.sqrt(maxPixels / (moves + 1)))
  return fits < usualSize ? Math.max(32, fits) : undefined
}

/**
 * idle: nothing was asked for. line: the server is busy and is asked again. loading: received of total bytes are there.
 */
export type State =
  | { t: 'idle' }
  | { t: 'making' }
  | { t: 'line' }
  | { t: 'loading'; received: number; total: number }
  | { t: 'done'; file: Blob; address: string }
  | { t: 'failed'; error: ApiError }

/** What the maker needs of the browser; tests have their own. */
export interface Browser {
  fetch(address: string, signal: AbortSignal): Promise<Response>
  wait(ms: number, signal: AbortSignal): Promise<void>
  address(file: Blob): string
  forget(address: string): void
}

export class GifMaker {
  state = $state.raw<State>({ t: 'idle' })
  #running: AbortController | undefined

  constructor(private readonly browser: Browser = here) {}

  get busy(): boolean {
    return ['making', 'line', 'loading'].includes(this.state.t)
  }

  /** Makes the animation of an address. It does nothing while one is being made. */
  async make(address: string): Promise<void> {
    if (this.busy) return
    this.#forget()
    const running = (this.#running = new AbortController())
    const set = (state: State) => {
      if (!running.signal.aborted) this.state = state
    }
    try {
      set({ t: 'making' })
      const file = await this.#ask(address, running.signal, set)
      if (running.signal.aborted) return
      set({ t: 'done', file, address: this.browser.address(file) })
    } catch (e) {
      set({ t: 'failed', error: e instanceof ApiError ? e : new ApiError(0, 'offline', String(e)) })
    }
  }

  /** Ends the work, also at the server, or forgets its result. */
  cancel(): void {
    this.#running?.abort()
    this.#forget()
    this.state = { t: 'idle' }
  }

  #forget(): void {
    if (this.state.t === 'done') this.browser.forget(this.state.address)
  }

  async #ask(address: string, signal: AbortSignal, set: (state: State) => void): Promise<Blob> {
    for (let n = 1; ; n++) {
      const answer = await this.browser.fetch(address, signal)
      if (answer.ok) return received(answer, (received, total) => set({ t: 'loading', received, total }))
      if ((answer.status !== 503 && answer.status !== 429) || n === tries) throw await problem(answer)
      set({ t: 'line' })
      const seconds = Number.parseInt(answer.headers.get('Retry-After') ?? '', 10)
      await this.browser.wait(1000 * (seconds >= 1 ? seconds : pauseSeconds), signal)
      set({ t: 'making' })
    }
  }
}

/** Reads a body and reports its progress; total is 0 if it is unknown. */
async function received(answer: Response, progress: (received: number, total: number) => void): Promise<Blob> {
  const total = answer.headers.get('Content-Encoding') ? 0 : Number(answer.headers.get('Content-Length') ?? 0)
  const reader = answer.body?.getReader()
  if (!reader) return answer.blob()
  const parts: Uint8Array<ArrayBuffer>[] = []
  for (let n = 0; ;) {
    const { done, value } = await reader.read()
    if (done) return new Blob(parts, { type: answer.headers.get('Content-Type') ?? 'image/gif' })
    parts.push(value)
    progress((n += value.length), total)
  }
}

const here: Browser = {
  fetch: (address, signal) => fetch(address, { signal }),
  wait: (ms, signal) =>
    new Promise((resolve, reject) => {
      const timer = setTimeout(resolve, ms)
      signal.addEventListener('abort', () => (clearTimeout(timer), reject(new Error('canceled'))))
    }),
  address: (file) => URL.createObjectURL(file),
  forget: (address) => URL.revokeObjectURL(address),
}
