// Starts the rules' WebAssembly. A part of its own, which is loaded only after
// the page has been painted.

import address from '../gen/wane.wasm?url'
import { startProgram } from './program'
import type { Engine } from './rules'

const world = globalThis as unknown as { wane?: Engine }

/** Fetches and starts the rules. */
export async function startEngine(): Promise<Engine> {
  await startProgram(address)
  if (!world.wane) throw new Error('the rules did not start')
  return world.wane
}
