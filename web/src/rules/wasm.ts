// Starts the rules in WebAssembly. The bundle loads this file after the first paint.

import address from '../gen/wane.wasm?url'
import { packed, site } from '../net/site'
import { startProgram } from './program'

/** The functions of cmd/wane-wasm. Each returns JSON: {ok} or {error}. */
export interface Engine {
  views(variant: string, fen: string, moves: string, from: number): string
  choices(variant: string, fen: string, moves: string): string
  premoves(variant: string, fen: string, moves: string): string
  collapses(variant: string, fen: string, moves: string): string
  preview(variant: string, fen: string, moves: string, move: string): string
  refusal(variant: string, fen: string, moves: string, from: string, to: string): string
  timeout(variant: string, fen: string, moves: string): string
  check(variant: string, fen: string): string
  judge(variant: string, step: string, moves: string): string
  read(variant: string, fen: string, text: string, fixes: string): string
  write(game: string): string
  draft(state: string, edit: string): string
}

const world = globalThis as unknown as { wane?: Engine }

export async function startEngine(): Promise<Engine> {
  await startProgram(site ? address + packed : address)
  if (!world.wane) throw new Error('the rules did not start')
  return world.wane
}
