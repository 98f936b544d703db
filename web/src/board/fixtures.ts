// Boards for tests.

import type { Square, Piece, BoardView, Step } from '../net/types'
import type { EmptyBoard } from './geometry'
import type { BoardState } from './animation'

const outline = [-0.5, -0.5, 0.5, -0.5, 0.5, 0.5, -0.5, 0.5]
const h = Math.sqrt(3) / 2
const hexagon = [1, 0, 0.5, h, -0.5, h, -1, 0, -0.5, -h, 0.5, -h]
const double = [-0.5, 0, -1, -h, -0.5, -2 * h, 0.5, -2 * h, 1, -h, 0.5, 0, 1, h, 0.5, 2 * h, -0.5, 2 * h, -1, h]

/** Returns a rectangular board; the key of a square is 8 · row + column. Its size was full before lines collapsed. */
export function rect(
  files: number,
  ranks: number,
  without: string[] = [],
  full: EmptyBoard['full'] = [8, 8],
): EmptyBoard {
  const squares: Square[] = []
  for (let row = 0; row < ranks; row++) {
    for (let col = 0; col < files; col++) {
      const name = String.fromCharCode(97 + col) + (row + 1)
      if (without.includes(name)) continue
      squares.push({
        key: 8 * row + col,
        name,
        x: col + 0.5,
        y: row + 0.5,
        col,
        row,
        shape: 0,
        tint: (col + row) % 2 ? 'light' : 'dark',
      })
    }
  }
  return { box: [0, 0, files, ranks], full, squares, shapes: [outline] }
}

/** Returns the board of 43 hexagons; keys count from 0. */
export function hexagons(): EmptyBoard {
  const squares: Square[] = []
  ;[5, 6, 7, 8, 7, 6, 5].forEach((ranks, col) => {
    for (let rank = 1; rank <= ranks; rank++) {
      const special = col === 3 && rank === 4
      if (col === 3 && rank === 5) continue
      const row = 2 * rank + Math.abs(col - 3) + (special ? 1 : 0)
      const name = special ? 'z' : 'abcdefg'[col]! + rank
      squares.push({
        key: squares.length,
        name,
        x: 1.5 * col + 1,
        y: h * (row - 4),
        col,
        row,
        shape: special ? 1 : 0,
        tint: special ? 'special' : 'light',
      })
    }
  })
  return { box: [0, -3 * h, 11, 16 * h], full: [11, 16 * h], squares, shapes: [hexagon, double] }
}

export function key(board: EmptyBoard, name: string): number {
  const square = board.squares.find((c) => c.name === name)
  if (!square) throw new Error('no square ' + name)
  return square.key
}

export function piece(letter: string, id: number, square: number): Piece {
  return { key: id, piece: letter, square }
}

export function view(board: EmptyBoard, ply: number, pieces: Piece[], steps?: Step[]): BoardView {
  return {
    look: 'classic',
    ply,
    fen: '',
    turn: ply % 2 ? 'black' : 'white',
    box: board.box,
    full: board.full,
    squares: board.squares,
    shapes: board.shapes,
    pieces,
    steps,
  }
}

export function boardState(board: EmptyBoard, pieces: Piece[]): BoardState {
  return { ...board, pieces }
}
