import { describe, expect, it } from 'vitest'
import { coordinates } from './coordinates'
import { hexagons, key, rect } from './fixtures'
import {
  aspect,
  boardPoint,
  classic,
  squareAt,
  corners,
  fit,
  collapsedLines,
  isFull,
  letterbox,
  pagePoint,
  place,
  boardOutline,
} from './geometry'

describe('squareAt', () => {
  for (const [what, board] of [
    ['a rectangle', rect(5, 3)],
    ['hexagons', hexagons()],
  ] as const) {
    for (const flipped of [false, true]) {
      it(`finds every square of ${what} at its center${flipped ? ', turned' : ''}`, () => {
        for (const c of board.squares) expect(squareAt(board, place(c.x, c.y, flipped), flipped)?.name).toBe(c.name)
      })
    }
  }
  it('finds nothing beside the board', () => {
    expect(squareAt(rect(2, 2), place(-0.1, 1, false), false)).toBeUndefined()
    expect(squareAt(rect(3, 3, ['b2']), place(1.5, 1.5, false), false)).toBeUndefined()
  })
  it('finds the double square by either half', () => {
    const g = hexagons()
    const z = g.squares.find((c) => c.name === 'z')!
    for (const dy of [-1, 1]) expect(squareAt(g, place(z.x, z.y + dy, false), false)?.name).toBe('z')
    expect(squareAt(g, place(z.x + 0.9, z.y, false), false)?.name).toBe('e4') // beside the waist
  })
})

describe('fit', () => {
  it('converts a pixel back to the point that it shows', () => {
    const g = rect(3, 3)
    for (const flipped of [false, true]) {
      const f = fit(g, 'classic', flipped, false)
      const box = letterbox(700, 400, aspect(classic))
      const p = place(0.5, 2.5, flipped)
      const back = boardPoint(pagePoint(p, box, f), box, f)
      expect(back.x).toBeCloseTo(p.x)
      expect(back.y).toBeCloseTo(p.y)
      expect(squareAt(g, back, flipped)?.name).toBe('a3')
    }
  })
  it('keeps the whole board within the picture', () => {
    for (const g of [rect(8, 8), rect(1, 3), rect(8, 1)]) {
      const f = fit(g, 'classic', false, false)
      for (const [x, y] of [
        [0, 0],
        [g.box[2], g.box[3]],
      ] as const) {
        const p = place(x, y, false)
        for (const v of [p.x * f.k + f.x, p.y * f.k + f.y]) {
          expect(v).toBeGreaterThan(0)
          expect(v).toBeLessThan(1000)
        }
      }
    }
  })
  it('draws fewer squares larger, up to a limit', () => {
    const k = (n: number) => fit(rect(n, n), 'classic', false, false).k
    expect(k(4)).toBeGreaterThan(k(8))
    expect(fit(rect(1, 3), 'classic', false, false).k * 100 * 3).toBeLessThan(1000)
    expect(k(1)).toBe(k(2))
  })
})

describe('a board of 6×6 squares', () => {
  const g = rect(6, 6, [], [6, 6])
  const format = { look: 'classic', full: g.full } as const
  it('has lost nothing', () => {
    expect(collapsedLines(g)).toEqual({ files: 0, ranks: 0 })
    expect(collapsedLines(rect(5, 6, [], [6, 6]))).toEqual({ files: 1, ranks: 0 })
  })
  it('fills its picture', () => {
    expect(aspect(format)).toBe(1)
    const { k, x, y } = fit(g, 'classic', false, false)
    expect(k * 672).toBeCloseTo(1000) // with a third of a square on each side
    expect(x).toBeCloseTo(k * 36)
    expect(y).toBeCloseTo(k * 636)
  })
})

describe('outlines', () => {
  it('moves corners inwards', () => {
    const [a] = corners(rect(1, 1).shapes[0]!, false, 0.1)
    expect([Math.abs(a!.x), Math.abs(a!.y)]).toEqual([40, 40])
  })
  it('chains the boardOutline of all squares, and of a hole', () => {
    expect(boardOutline(rect(3, 2), false).match(/Z/g)).toHaveLength(1)
    expect(boardOutline(rect(3, 2), false).match(/L/g)).toHaveLength(3)
    expect(boardOutline(rect(3, 3, ['b2']), false).match(/Z/g)).toHaveLength(2)
  })
  it('knows full rectangles and what they have lost', () => {
    expect(isFull(rect(5, 4))).toBe(true)
    expect(isFull(rect(5, 4, ['a1']))).toBe(false)
    expect(isFull(hexagons())).toBe(false)
    expect(collapsedLines(rect(5, 4))).toEqual({ files: 3, ranks: 4 })
    expect(collapsedLines(rect(5, 4, [], [5, 4]))).toEqual({ files: 0, ranks: 0 })
    expect(collapsedLines(rect(6, 8, ['a1'], [8, 8]))).toEqual({ files: 0, ranks: 0 })
  })
})

describe('coordinates', () => {
  const none = { files: 0, ranks: 0 }
  it('names each file and rank once, at its visible beginning', () => {
    const labels = coordinates(rect(3, 2), false, false, none)
    expect(labels.map((l) => l.text).sort()).toEqual(['1', '2', 'a', 'b', 'c'])
    const turned = coordinates(rect(3, 2), true, false, none)
    const a = turned.find((l) => l.text === 'a')!
    const c = turned.find((l) => l.text === 'c')!
    expect(a.x).toBeGreaterThan(c.x)
  })
  it('leaves the double square out', () => {
    const g = hexagons()
    expect(key(g, 'z')).toBeGreaterThan(0)
    expect(coordinates(g, false, false, none).some((l) => l.text === 'z' || l.text === '')).toBe(false)
  })
})
