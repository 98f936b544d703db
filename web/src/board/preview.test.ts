import { describe, expect, it } from 'vitest'
import { piece, rect } from './fixtures'
import { arrow, bands, fadedPieces } from './preview'

describe('bands', () => {
  const board = rect(3, 4)
  const line = (what: 'col' | 'row', n: number) => board.squares.filter((c) => c[what] === n).map((c) => c.key)

  it('knows a file from a rank', () => {
    expect(bands(board, line('col', 1), false)).toMatchObject([{ axis: 'x', x: 100, y: -400, w: 100, h: 400 }])
    expect(bands(board, line('row', 0), false)).toMatchObject([{ axis: 'y', x: 0, y: -100, w: 300, h: 100 }])
  })
  it('finds both where a file and a rank close up at once', () => {
    const both = new Set([...line('col', 2), ...line('row', 3)])
    expect(bands(board, [...both], false).map((b) => b.axis)).toEqual(['x', 'y'])
  })
  it('turns with the board', () => {
    expect(bands(board, line('row', 0), true)).toMatchObject([{ y: 0, x: -300 }])
  })
  it('marks nothing where nothing collapses', () => {
    expect(bands(board, [], false)).toEqual([])
  })
})

describe('arrow', () => {
  it('does not touch its ends, even if they are near', () => {
    expect(arrow({ x: 0, y: 0 }, { x: 300, y: 0 }, 40).line).toBe('M40 0L238 0')
    expect(arrow({ x: 0, y: 0 }, { x: 90, y: 0 }, 40).line).toBe('M30 0L38 0')
  })
  it('survives two equal points', () => {
    expect(arrow({ x: 5, y: 5 }, { x: 5, y: 5 }).line).not.toContain('NaN')
  })
})

describe('fadedPieces', () => {
  const preview = { text: 'a1a2', san: 'Ra2', narration: [], steps: [], captures: [2], expel: [3] }
  it('fades what leaves the board, and the moving piece', () => {
    expect([...fadedPieces(preview, piece('R', 1, 0))]).toEqual([
      [2, 'going'],
      [3, 'hidden'],
      [1, 'dim'],
    ])
  })
  it('fades the moving piece before the preview is loaded, unless it is on its target', () => {
    expect([...fadedPieces(null, piece('R', 1, 0)).values()]).toEqual(['dim'])
    expect(fadedPieces(null, undefined).size).toBe(0)
  })
})
