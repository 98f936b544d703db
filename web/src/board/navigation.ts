// Navigates the squares of a board with the keyboard.

import type { Square } from '../net/types'
import { isHexagonal, type EmptyBoard } from './geometry'

export type Direction = 'up' | 'down' | 'left' | 'right' | 'first' | 'last'

/** The keys that move the focus, and where to. */
export const directionKeys: Record<string, Direction> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'left',
  ArrowRight: 'right',
  Home: 'first',
  End: 'last',
}

const opposite: Record<Direction, Direction> = {
  up: 'down',
  down: 'up',
  left: 'right',
  right: 'left',
  first: 'last',
  last: 'first',
}

/**
 * Returns the key of the next square in a direction, as the user sees the board, or the
 * same square at the edge. On hexagons up and down stay in the file, left and right go to
 * the neighboring file: right to the lower of its two nearest squares, left to the upper,
 * so that going there and back returns to the same square.
 */
export function nextSquare(board: EmptyBoard, from: number, direction: Direction, flipped: boolean): number {
  const at = board.squares.find((c) => c.key === from)
  if (!at) return board.squares[0]?.key ?? from
  const seen = flipped ? opposite[direction] : direction
  const found = isHexagonal(board.shapes) ? hexagonal(board.squares, at, seen) : straight(board.squares, at, seen)
  return found?.key ?? from
}

/** Returns the nearest square in a direction; missing squares are skipped. */
function straight(squares: Square[], at: Square, direction: Direction): Square | undefined {
  const row = squares.filter((c) => c.row === at.row)
  switch (direction) {
    case 'up':
      return least(squares, (c) => (c.col === at.col ? c.row - at.row : 0)) ?? aside(squares, at, 1)
    case 'down':
      return least(squares, (c) => (c.col === at.col ? at.row - c.row : 0)) ?? aside(squares, at, -1)
    case 'left':
      return least(row, (c) => at.col - c.col)
    case 'right':
      return least(row, (c) => c.col - at.col)
    case 'first':
      return least(row, (c) => c.col + 1)
    case 'last':
      return least(row, (c) => 1000 - c.col)
  }
}

/** Returns the nearest square of the next row, for a file that ends before the board does. */
function aside(squares: Square[], at: Square, step: 1 | -1): Square | undefined {
  return least(squares, (c) => (c.row === at.row + step ? 1 + Math.abs(c.col - at.col) : 0))
}

function hexagonal(squares: Square[], at: Square, direction: Direction): Square | undefined {
  const file = squares.filter((c) => c.col === at.col)
  switch (direction) {
    case 'up':
      return least(file, (c) => c.row - at.row)
    case 'down':
      return least(file, (c) => at.row - c.row)
    case 'left':
      return beside(squares, at, -1)
    case 'right':
      return beside(squares, at, 1)
    case 'first':
      return least(squares, (c) => 1 + c.col * 100 + Math.abs(c.row - at.row))
    case 'last':
      return least(squares, (c) => 1000 - c.col * 100 + Math.abs(c.row - at.row))
  }
}

/** Returns the nearest square of the next file; of two, the lower to the right, the upper to the left. */
function beside(squares: Square[], at: Square, step: 1 | -1): Square | undefined {
  return least(squares, (c) => (c.col === at.col + step ? 1 + Math.abs(c.row + step * 0.1 - at.row) : 0))
}

/** Returns the square with the smallest positive distance. */
function least(squares: Square[], distance: (c: Square) => number): Square | undefined {
  let best: Square | undefined
  let low = Infinity
  for (const c of squares) {
    const d = distance(c)
    if (d > 0 && d < low) [best, low] = [c, d]
  }
  return best
}

/** A row of the grid for screen readers: a rank, or a file of hexagons. */
export interface Row {
  name: string
  squares: Square[]
}

/** Returns the rows of a board in reading order. */
export function rows(board: EmptyBoard, flipped: boolean): Row[] {
  const hexagons = isHexagonal(board.shapes)
  const lines = new Map<number, Square[]>()
  for (const c of board.squares) {
    const line = hexagons ? c.col : c.row
    lines.set(line, [...(lines.get(line) ?? []), c])
  }
  const order = [...lines.keys()].sort((a, b) => (hexagons === flipped ? b - a : a - b))
  return order.map((line) => {
    const squares = lines.get(line)!.sort((a, b) => (hexagons ? a.row - b.row : a.col - b.col))
    if (flipped) squares.reverse()
    const named = squares.find((c) => c.name.length > 1)?.name ?? ''
    return { name: hexagons ? named.slice(0, 1) : named.slice(1), squares }
  })
}
