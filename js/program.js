// Starts Go programs in WebAssembly.

import './wasm_exec.js'

const { Go } = globalThis

/**
 * Runs a program until it waits for calls. The source is its bytes, its address, or undefined for the file beside
 * this one.
 */
export async function startProgram(name, source, env = {}) {
  const program = new Go()
  program.env = env
  const instance = await instantiate(source ?? new URL(name, import.meta.url), program.importObject)
  return { ended: program.run(instance), exports: instance.exports }
}

async function instantiate(source, imports) {
  if (source instanceof ArrayBuffer || ArrayBuffer.isView(source)) {
    return (await WebAssembly.instantiate(source, imports)).instance
  }
  const url = new URL(source, globalThis.location?.href)
  if (url.protocol === 'file:') return (await WebAssembly.instantiate(await readBytes(url), imports)).instance
  const answer = await fetch(url)
  if (!answer.ok) throw new Error(`${url}: ${answer.status} ${answer.statusText}`)
  if (answer.headers.get('content-type')?.startsWith('application/wasm')) {
    return (await WebAssembly.instantiateStreaming(answer, imports)).instance
  }
  return (await WebAssembly.instantiate(await answer.arrayBuffer(), imports)).instance
}

/** Reads a file beside this one, in Node or in a page. */
export async function readBytes(url) {
  if (url.protocol === 'file:') {
    const { readFile } = await import(/* @vite-ignore */ /* webpackIgnore: true */ 'node:fs/promises')
    return readFile(url)
  }
  const answer = await fetch(url, { signal: AbortSignal.timeout(30_000) })
  if (!answer.ok) throw new Error(`${url}: ${answer.status} ${answer.statusText}`)
  return new Uint8Array(await answer.arrayBuffer())
}
