// Starts the rules in WebAssembly. The bundle loads this file after the first paint.

import address from '../gen/wane.wasm?url'
import { startProgram } from './program'
import type { Engine } from './rules'

const world = globalThis as unknown as { wane?: Engine }

export async function startEngine(): Promise<Engine> {
  await startProgram(address)
  if (!world.wane) throw new Error('the rules did not start')
  return world.wane
}
