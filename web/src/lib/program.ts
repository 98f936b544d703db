// Starts programs that Go has made as WebAssembly.

import '../gen/wasm_exec.js'

interface GoProgram {
  importObject: WebAssembly.Imports
  run(instance: WebAssembly.Instance): Promise<void>
}
const world = globalThis as unknown as { Go: new () => GoProgram }

/** A program that runs. */
export interface Running {
  /** Kept when the program ends, which it does only if it fails. */
  ended: Promise<void>
}

/** A program that could not be fetched, which may be better the next time. */
export class FetchError extends Error {}

/** Fetches a program and runs it until it waits for something. */
export async function startProgram(address: string): Promise<Running> {
  const program = new world.Go()
  const { instance } = await compile(address, program.importObject)
  return { ended: program.run(instance) }
}

async function compile(address: string, imports: WebAssembly.Imports): Promise<WebAssembly.WebAssemblyInstantiatedSource> {
  try {
    return await WebAssembly.instantiateStreaming(await load(address), imports)
  } catch (e) {
    if (e instanceof FetchError) throw e
  }
  // A proxy that changes the content type makes streaming fail, and so does a
  // connection that breaks.
  return await WebAssembly.instantiate(await bytes(await load(address)), imports)
}

async function load(address: string): Promise<Response> {
  const answer = await fetch(address).catch((e: Error) => {
    throw new FetchError(`${address}: ${e.message}`)
  })
  if (!answer.ok) throw new FetchError(`${address}: ${answer.status} ${answer.statusText}`)
  return answer
}

async function bytes(answer: Response): Promise<ArrayBuffer> {
  return await answer.arrayBuffer().catch((e: Error) => {
    throw new FetchError(`${answer.url}: ${e.message}`)
  })
}
