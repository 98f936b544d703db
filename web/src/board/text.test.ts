import { describe, expect, it } from 'vitest'
import { board, type SquareText } from './text'

const plain: SquareText = {
  name: 'e4',
  vanished: false,
  royal: null,
  selected: false,
  check: false,
  last: false,
  premove: false,
  target: false,
  promotes: false,
  confirming: false,
}

describe('the names of squares', () => {
  it.each<[Partial<SquareText>, string]>([
    [{}, 'e4'],
    [{ piece: 'N' }, 'e4, white knight'],
    [{ piece: 'b', target: true, captures: 'b' }, 'e4, black bishop, can move here: captures the bishop'],
    [{ target: true, captures: true }, 'e4, can move here: capture'],
    [{ target: true, promotes: true }, 'e4, can move here, pawns promote'],
    [{ target: true, confirming: true }, 'e4, press again to move here'],
    [{ target: true, premoving: true }, 'e4, can premove here'],
    [{ piece: 'K', queen: true }, 'e4, white king, also moves like a queen'],
    [{ vanished: true }, 'e4, vanished'],
    [{ name: 'd1', royal: 'white' }, 'd1, royal square of White'],
    [{ name: 'z', piece: 'q' }, 'the double square z, black queen'],
    [{ piece: 'K', check: true, last: true }, 'e4, white king, in check, last move'],
  ])('%j', (change, words) => {
    expect(board.square({ ...plain, ...change })).toBe(words)
  })
  it('counts moves', () => {
    expect(board.selected('N', 'e4', 5)).toBe('White knight on e4, 5 moves')
    expect(board.selected('p', 'z', 1)).toBe('Black pawn on the double square z, 1 move')
    expect(board.selected('K', 'e1', 0)).toBe('White king on e1, no moves')
  })
  it('asks for each pawn, and says why it promotes', () => {
    expect(board.promotion.question(2, 3, 'black', 'e1')).toBe('Pawn 2 of 3: Black’s on e1 becomes')
    expect(board.promotion.question(1, 1, 'black', 'e1')).toBe('Black’s pawn on e1 becomes')
    expect(board.promotion.why(true, true)).toBe('It has reached its last rank.')
    expect(board.promotion.why(true, false)).toContain('collapse')
    expect(board.promotion.why(false, false)).toContain('your opponent')
  })
})
