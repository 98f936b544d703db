// The worker of the engine. It passes commands to the program, which answers with
// postMessage itself.

import address from '../gen/wane-engine.wasm?url'
import { packed } from '../net/site'
import { FetchError, fetchBytes, startProgram } from './program'
import type { EngineAnswer } from '../net/types'

const world = globalThis as unknown as {
  waneEngine?: (command: string) => void
  waneNetwork(variant: string): Promise<Uint8Array | null>
  name: string
  postMessage(text: string): void
  onmessage: ((e: MessageEvent<string>) => void) | null
}

function failed(reason: 'fetch' | 'start' | 'ended', text: string) {
  world.postMessage(JSON.stringify({ t: 'failed', id: 0, reason, text } satisfies EngineAnswer))
}

// The networks, one file for each variant that has one. The program asks for them.
const networks = import.meta.glob<string>('../../../engine/eval/networks/*.nnue', {
  query: '?url',
  import: 'default',
  eager: true,
})
world.waneNetwork = async (variant) => {
  const file = networks[`../../../engine/eval/networks/${variant}.nnue`]
  if (!file) return null
  try {
    return new Uint8Array(await fetchBytes(file))
  } catch (e) {
    failed('fetch', (e as Error).message) // the page ends this worker
    return null
  }
}

// The program sends "readyok" when it takes commands; the page sends none before.
world.onmessage = (e) => world.waneEngine?.(e.data)

// WebAssembly memory never shrinks. A search allocates next to nothing, so frequent
// garbage collection costs little.
startProgram(world.name === packed ? address + packed : address, { GOGC: '20' }).then(
  ({ ended }) =>
    ended.then(
      () => failed('ended', ''),
      (e: Error) => failed('ended', e.message),
    ),
  (e: Error) => failed(e instanceof FetchError ? 'fetch' : 'start', e.message),
)
