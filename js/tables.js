// The tablebases of the program: Shrink Chess with up to 4 pieces, Convergent Chess with up to 3. They are part of the
// engine's program, which starts at the first look.

import { Engine } from './engine.js'

let engine
let queue = Promise.resolve()

/**
 * Looks a position up: a Board, or {variant, fen, moves}. Resolves to {result, dtm, moves}: the result for the side to
 * move, the plies to mate, and the same of each legal move, the best first. Rejects if the position is not in them.
 */
export function probe(position) {
  engine ??= Engine.start()
  const started = engine
  started.catch(() => {
    if (engine === started) engine = undefined // the next look retries
  })
  const look = queue.then(async () => (await started).probe(position))
  queue = look.catch(() => {}) // the engine takes one command at a time
  return look
}

/** Ends the worker, also in the middle of a look. The next look starts it again. */
export async function dispose() {
  const started = engine
  engine = undefined
  const running = await started
  running?.dispose()
}
