import type { BoardView } from '../net/types'

/** Returns board views with their squares; a view that omits them has those of the view before. */
export function withSquares(views: BoardView[], before?: BoardView): BoardView[] {
  return views.map((s) => (before = s.squares ? s : { ...s, squares: before?.squares, shapes: before?.shapes }))
}
