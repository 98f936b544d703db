import { autoQueen } from './promotion'
import type { BoardView, Choices, Color, Route } from '../net/types'

/** A premove of one piece; no other piece makes it instead. */
export interface Premove {
  from: number
  to: number
  key: number
  piece: string
}

/**
 * Returns the route of a premove if the same piece can still make it, and whether the
 * user must choose its promotions; a single own pawn becomes a queen without a question.
 * Returns null if the move is not legal any more.
 */
export function resolvePremove(
  p: Premove,
  choices: Choices,
  view: BoardView | undefined,
  turn: Color,
): { route: Route; move?: string } | null {
  const piece = view?.pieces.find((m) => m.square === p.from)
  const route = choices.routes.find((r) => r.from === p.from && r.to === p.to)
  if (!route || piece?.key !== p.key || piece.piece !== p.piece) return null
  if (!route.promotions?.length) return { route, move: route.text }
  return autoQueen(route, turn) ? { route, move: route.text + 'q' } : { route }
}
