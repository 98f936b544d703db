import type { BoardView } from './types'

/** Board views with their squares: those that are left out are as in the board view before. */
export function withSquares(views: BoardView[], before?: BoardView): BoardView[] {
  return views.map((s) => (before = s.squares ? s : { ...s, squares: before?.squares, shapes: before?.shapes }))
}
