// Walking over a board with the keyboard.

import type { Square } from '../lib/types'
import { isHexagonal, type Ground } from './geometry'

export type Way = 'up' | 'down' | 'left' | 'right' | 'first' | 'last'

/** The keys that walk. */
export const ways: Record<string, Way> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'left',
  ArrowRight: 'right',
  Home: 'first',
  End: 'last',
}

const turned: Record<Way, Way> = { up: 'down', down: 'up', left: 'right', right: 'left', first: 'last', last: 'first' }

/**
 * Returns the square to which a key leads as one sees the board, or the same square
 * at its edge. On hexagons up and down stay in the file, left and right lead to
 * the neighboring file: to the lower of the two squares and, on the way back, to
 * the upper, so that going there and back ends where it began.
 */
export function walk(ground: Ground, from: number, way: Way, flipped: boolean): number {
  const at = ground.squares.find((c) => c.key === from)
  if (!at) return ground.squares[0]?.key ?? from
  const go = flipped ? turned[way] : way
  const found = isHexagonal(ground.shapes) ? hexagonal(ground.squares, at, go) : straight(ground.squares, at, go)
  return found?.key ?? from
}

/** The nearest square straight ahead; missing squares are stepped over. */
function straight(squares: Square[], at: Square, way: Way): Square | undefined {
  const row = squares.filter((c) => c.row === at.row)
  switch (way) {
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

/** Where a file ends before the board does, the next row's nearest square. */
function aside(squares: Square[], at: Square, step: 1 | -1): Square | undefined {
  return least(squares, (c) => (c.row === at.row + step ? 1 + Math.abs(c.col - at.col) : 0))
}

function hexagonal(squares: Square[], at: Square, way: Way): Square | undefined {
  const file = squares.filter((c) => c.col === at.col)
  switch (way) {
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

/** The square of the next file whose height is nearest; of two, the lower to the right, the upper to the left. */
function beside(squares: Square[], at: Square, step: 1 | -1): Square | undefined {
  return least(squares, (c) => (c.col === at.col + step ? 1 + Math.abs(c.row + step * 0.1 - at.row) : 0))
}

/** Returns the square with the least rank above 0. */
function least(squares: Square[], rank: (c: Square) => number): Square | undefined {
  let best: Square | undefined
  let low = Infinity
  for (const c of squares) {
    const r = rank(c)
    if (r > 0 && r < low) [best, low] = [c, r]
  }
  return best
}

/** A line of squares that belong together for those who listen: a rank, or a file of hexagons. */
export interface Row {
  name: string
  squares: Square[]
}

/** Returns the squares in the order in which one reads the board. */
export function rows(ground: Ground, flipped: boolean): Row[] {
  const hexagons = isHexagonal(ground.shapes)
  const lines = new Map<number, Square[]>()
  for (const c of ground.squares) {
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
