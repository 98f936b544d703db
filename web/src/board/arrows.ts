// Moves as arrows on a board.

import type { BoardView } from '../net/types'
import type { DrawnArrow, ShapeBrush } from './Shapes.svelte'

/** The names of the squares that a move in UCI goes from and to. */
export const squaresOf = (move: string): string[] => /^([a-z]\d*)([a-z]\d*)?/.exec(move)?.slice(1) ?? []

/** The arrows of moves in UCI; a move between squares that the board lacks has none. */
export function arrowsOf(moves: readonly string[], color: ShapeBrush, on: Pick<BoardView, 'squares'>): DrawnArrow[] {
  const keys = new Map(on.squares?.map((s) => [s.name, s.key]))
  return moves.flatMap((move) => {
    const [from, to] = squaresOf(move).map((name) => keys.get(name))
    return from !== undefined && to !== undefined ? [{ from, to, color }] : []
  })
}
