// Where links lead.

import type { Line } from '../lib/types'

/** The analysis board with a line of moves on it. */
export function studyAddress(line: Line): string {
  const asked = new URLSearchParams()
  if (line.fen) asked.set('fen', line.fen)
  if (line.moves.length) asked.set('moves', line.moves.join('_'))
  const text = asked.toString()
  return `/analysis/${encodeURIComponent(line.variant)}${text ? '?' + text : ''}`
}
