// Drafts for tests: a board of three by three squares, keys 0 to 8 from a1.

import type { Draft, Piece, Square } from '../net/types'

/** Returns a draft with pieces such as "Ka1" and vanished squares such as "c2". */
export function draftOf(pieces: string, vanished = '', over: Partial<Draft> = {}): Draft {
  const squares: Square[] = []
  for (let key = 0; key < 9; key++) {
    const [col, row] = [key % 3, Math.floor(key / 3)]
    const name = 'abc'.charAt(col) + (row + 1)
    squares.push({
      key,
      name,
      x: col + 0.5,
      y: row + 0.5,
      col,
      row,
      shape: 0,
      tint: 'dark',
      ...(vanished.includes(name) && { vanished: true }),
    })
  }
  const all = pieces
    .split(' ')
    .filter(Boolean)
    .map((m, i): Piece => ({ key: i + 1, piece: m.charAt(0), square: keyOf(m.slice(1)) }))
  return {
    state: { variant: 'shrink', fen: pieces + vanished },
    view: {
      look: 'classic',
      full: [8, 8],
      ply: 0,
      fen: pieces + vanished,
      turn: 'white',
      box: [0, 0, 3, 3],
      squares,
      shapes: [],
      pieces: all,
    },
    halfmoves: 0,
    fullmove: 1,
    ...over,
  }
}

export const keyOf = (name: string): number => 'abc'.indexOf(name.charAt(0)) + 3 * (Number(name.charAt(1)) - 1)
