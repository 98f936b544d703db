// Choosing what pawns become, one after the other. Which endings are legal is
// said by the route; nothing is derived here.

import type { Route } from '../lib/types'

export type Choice = 'q' | 'r' | 'b' | 'n'
export const kinds: readonly Choice[] = ['q', 'r', 'b', 'n']

/** Tells whether a start of an ending can be completed. */
export function canBegin(route: Route, start: string): boolean {
  if (start.length > (route.promotions?.length ?? 0)) return false
  return !route.only || route.only.some((ending) => ending.startsWith(start))
}

/** Returns which kinds the next pawn may become. */
export function open(route: Route, start: string): Choice[] {
  return kinds.filter((k) => canBegin(route, start + k))
}

/** Tells whether every pawn has its piece type. */
export function isDone(route: Route, start: string): boolean {
  return start.length === (route.promotions?.length ?? 0)
}

/** Completes a start: queens where that is legal, else the nearest that is. */
export function complete(route: Route, start = ''): string {
  let ending = start
  while (!isDone(route, ending)) {
    const next = open(route, ending)[0]
    if (!next) break
    ending += next
  }
  return ending
}

/** Returns the whole move of a route, completed as complete does. */
export function fullText(route: Route, start = ''): string {
  return route.text + complete(route, start)
}

/** Returns the letter of a piece of the pawn's own side. */
export function ofSide(pawn: string, kind: string): string {
  return pawn === pawn.toUpperCase() ? kind.toUpperCase() : kind.toLowerCase()
}
