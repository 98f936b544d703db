// The choice of promotions, one pawn after the other. The route of the move lists which
// combinations are legal.

import { colorOf } from '../rules/record'
import type { Color, Route } from '../net/types'

export type PromotionType = 'q' | 'r' | 'b' | 'n'
export const promotionTypes: readonly PromotionType[] = ['q', 'r', 'b', 'n']

/** Reports whether some legal promotions of a move begin with the chosen ones. */
export function isPrefix(route: Route, chosen: string): boolean {
  if (chosen.length > (route.promotions?.length ?? 0)) return false
  return !route.only || route.only.some((promotions) => promotions.startsWith(chosen))
}

/** Reports whether the move promotes one pawn, the mover's own, and may promote it to a queen. */
export function autoQueen(route: Route, turn: Color): boolean {
  const [pawn, ...more] = route.promotions ?? []
  return !!pawn && more.length === 0 && colorOf(pawn.piece) === turn && legalTypes(route, '').includes('q')
}

/** Returns the legal piece types for the next pawn. */
export function legalTypes(route: Route, chosen: string): PromotionType[] {
  return promotionTypes.filter((type) => isPrefix(route, chosen + type))
}

/** Reports whether every pawn has its piece type. */
export function isDone(route: Route, chosen: string): boolean {
  return chosen.length === (route.promotions?.length ?? 0)
}

/** Returns the FEN letter of a piece type in a pawn's color. */
export function sameColor(pawn: string, type: string): string {
  return pawn === pawn.toUpperCase() ? type.toUpperCase() : type.toLowerCase()
}
