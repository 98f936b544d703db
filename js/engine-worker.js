// The worker of the engine. The program answers with postMessage itself.

import { readBytes, startProgram } from './program.js'
import { networks } from './networks.js'

globalThis.waneNetwork = async (variant) =>
  networks.includes(variant) ? readBytes(new URL(`./networks/${variant}.nnue`, import.meta.url)) : null

let send
if (typeof self === 'undefined' || typeof self.postMessage !== 'function') {
  const { parentPort } = await import(/* @vite-ignore */ /* webpackIgnore: true */ 'node:worker_threads')
  globalThis.postMessage = (text) => parentPort.postMessage(text)
  parentPort.on('message', (text) => globalThis.waneEngine(text))
  send = globalThis.postMessage
} else {
  self.onmessage = (e) => globalThis.waneEngine(e.data)
  send = (text) => self.postMessage(text)
}

const failed = (e) => send(JSON.stringify({ t: 'failed', id: 0, text: e?.message ?? 'the program has ended' }))
// WebAssembly memory never shrinks, and a search allocates next to nothing: frequent collection costs little.
startProgram('wane-engine.wasm', undefined, { GOGC: '20' }).then(({ ended }) => ended.then(failed, failed), failed)
