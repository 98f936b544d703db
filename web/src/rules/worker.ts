// The worker of the engine. It passes commands to the program, which answers with
// postMessage itself.

import address from '../gen/wane-engine.wasm?url'
import { FetchError, startProgram } from './program'
import type { EngineAnswer } from '../net/types'

const world = globalThis as unknown as {
  waneEngine?: (command: string) => void
  postMessage(text: string): void
  onmessage: ((e: MessageEvent<string>) => void) | null
}

function failed(reason: 'fetch' | 'start' | 'ended', text: string) {
  world.postMessage(JSON.stringify({ t: 'failed', id: 0, reason, text } satisfies EngineAnswer))
}

// The program sends "readyok" when it takes commands; the page sends none before.
world.onmessage = (e) => world.waneEngine?.(e.data)

// WebAssembly memory never shrinks. A search allocates next to nothing, so frequent
// garbage collection costs little.
startProgram(address, { GOGC: '20' }).then(
  ({ ended }) =>
    ended.then(
      () => failed('ended', ''),
      (e: Error) => failed('ended', e.message),
    ),
  (e: Error) => failed(e instanceof FetchError ? 'fetch' : 'start', e.message),
)
