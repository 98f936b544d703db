// What is wrong with a move: the engine in the page finds the best answer to it.

import type { Oracle } from '../rules/oracle'
import { newSolve } from './setup'

const time = 400 // ms of a search

/** Returns newSolve with answers to wrong moves. Without an engine there are none. */
export const refuting =
  (oracle: Pick<Oracle, 'search'>): typeof newSolve =>
  (puzzle, more) =>
    newSolve(puzzle, {
      ...more,
      refutes: async (line) => (await oracle.search(line, time))?.lines[0]?.pv[0],
    })
