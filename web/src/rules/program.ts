// Starts Go programs in WebAssembly.

import '../gen/wasm_exec.js'
import { packed } from '../net/site'
import { unpack } from '../net/unpack'

interface GoProgram {
  env: Record<string, string>
  importObject: WebAssembly.Imports
  run(instance: WebAssembly.Instance): Promise<void>
}
const world = globalThis as unknown as { Go: new () => GoProgram }

export interface Running {
  /** Resolves when the program ends, which it does only if it fails. */
  ended: Promise<void>
}

/** The program could not be fetched; a retry may help. */
export class FetchError extends Error {}

/** Fetches a program and runs it, with an environment, until it waits for an event. */
export async function startProgram(address: string, env: Record<string, string> = {}): Promise<Running> {
  const program = new world.Go()
  program.env = env
  const { instance } = await compile(address, program.importObject)
  return { ended: program.run(instance) }
}

async function compile(
  address: string,
  imports: WebAssembly.Imports,
): Promise<WebAssembly.WebAssemblyInstantiatedSource> {
  if (address.endsWith(packed)) return await WebAssembly.instantiate(await unpack(await fetchBytes(address)), imports)
  try {
    return await WebAssembly.instantiateStreaming(await load(address), imports)
  } catch (e) {
    if (e instanceof FetchError) throw e
  }
  // Streaming fails if a proxy changes the content type or the connection breaks.
  return await WebAssembly.instantiate(await fetchBytes(address), imports)
}

async function load(address: string): Promise<Response> {
  const answer = await fetch(address).catch((e: Error) => {
    throw new FetchError(`${address}: ${e.message}`)
  })
  if (!answer.ok) throw new FetchError(`${address}: ${answer.status} ${answer.statusText}`)
  return answer
}

/** Fetches a file. */
export async function fetchBytes(address: string): Promise<ArrayBuffer> {
  const answer = await load(address)
  return await answer.arrayBuffer().catch((e: Error) => {
    throw new FetchError(`${answer.url}: ${e.message}`)
  })
}
