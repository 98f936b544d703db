// Starts the rules' WebAssembly. A part of its own, which is loaded only after
// the page has been painted.

import '../gen/wasm_exec.js'
import address from '../gen/wane.wasm?url'
import type { Engine } from './rules'

interface GoProgram { importObject: WebAssembly.Imports; run(instance: WebAssembly.Instance): Promise<void> }
const world = globalThis as unknown as { Go: new () => GoProgram; wane?: Engine }

/** Fetches and starts the rules. */
export async function startEngine(): Promise<Engine> {
  const program = new world.Go()
  const { instance } = await compile(program.importObject)
  void program.run(instance) // until the page is left
  if (!world.wane) throw new Error('the rules did not start')
  return world.wane
}

async function compile(imports: WebAssembly.Imports): Promise<WebAssembly.WebAssemblyInstantiatedSource> {
  const answer = await fetch(address)
  if (!answer.ok) throw new Error(`${address}: ${answer.status} ${answer.statusText}`)
  try {
    return await WebAssembly.instantiateStreaming(answer.clone(), imports)
  } catch {
    // A proxy that changes the content type makes streaming fail.
    return await WebAssembly.instantiate(await answer.arrayBuffer(), imports)
  }
}
