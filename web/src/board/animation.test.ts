import { describe, expect, it } from 'vitest'
import type { Step } from '../net/types'
import { hexagons, key, piece, boardState, rect, view } from './fixtures'
import { animationFrames, collapsing } from './animation'

describe('animationFrames', () => {
  it('ends with the board view itself', () => {
    const g = rect(3, 3)
    const before = boardState(g, [piece('R', 1, 0)])
    const after = [piece('R', 1, 2)]
    const frames = animationFrames(before, view(g, 1, after, [{ kind: 'slide', pieces: after, marks: [0, 2] }]))
    expect(frames.map((f) => f.kind)).toEqual(['slide', 'end'])
    expect(frames.at(-1)!.state.pieces).toEqual(after)
    expect(frames.at(-1)!.time).toBe(0)
  })

  it('takes longer for longer distances, within reason', () => {
    const g = rect(8, 1)
    const time = (to: number) => {
      const pieces = [piece('R', 1, to)]
      return animationFrames(boardState(g, [piece('R', 1, 0)]), view(g, 1, pieces, [{ kind: 'slide', pieces }]))[0]!
        .time
    }
    expect(time(7)).toBeGreaterThan(time(1))
    expect(time(1)).toBeGreaterThanOrEqual(180)
    expect(time(7)).toBeLessThanOrEqual(320)
  })

  it('removes a captured piece while the capturing one arrives', () => {
    const g = rect(3, 1)
    const pieces = [piece('R', 1, 2)]
    const [take] = animationFrames(
      boardState(g, [piece('R', 1, 0), piece('n', 2, 2)]),
      view(g, 1, pieces, [{ kind: 'capture', pieces }]),
    )
    expect(take!.exits).toEqual([{ piece: piece('n', 2, 2), how: 'taken' }])
    expect(take!.lifted).toEqual([])
  })

  it('lifts a piece that will drop, expels the one that stands there, and knows a drop check', () => {
    const g = hexagons()
    const [from, at, z, king] = ['d6', 'e4', 'z', 'e7'].map((n) => key(g, n)) as [number, number, number, number]
    const before = [piece('b', 1, from), piece('N', 2, at), piece('P', 3, z), piece('k', 4, king)]
    const taken = [piece('b', 1, at), piece('N', 2, at), piece('P', 3, z), piece('k', 4, king)]
    const thrown = taken.filter((m) => m.key !== 3)
    const dropped = [piece('b', 1, at), piece('B', 2, z), piece('k', 4, king)]
    const steps: Step[] = [
      { kind: 'capture', pieces: taken },
      { kind: 'expel', pieces: thrown },
      { kind: 'drop', pieces: dropped },
      { kind: 'drop-check', pieces: dropped, marks: [z, king] },
    ]
    const frames = animationFrames(boardState(g, before), view(g, 1, dropped, steps))
    expect(frames.map((f) => f.lifted)).toEqual([[2], [2], [], [], []])
    expect(frames[1]!.exits).toEqual([{ piece: piece('P', 3, z), how: 'expelled' }])
    expect(frames.map((f) => f.dropCheck)).toEqual([null, null, null, [z, king], null])
    expect(frames.flatMap((f) => f.exits)).toHaveLength(1)
  })

  it('melts a piece that leaves the board on the double square', () => {
    const g = rect(2, 1)
    const frames = animationFrames(
      boardState(g, [piece('P', 1, 0)]),
      view(
        g,
        1,
        [],
        [
          { kind: 'slide', pieces: [piece('P', 1, 1)] },
          { kind: 'demote', pieces: [] },
        ],
      ),
    )
    expect(frames[1]!.exits).toEqual([{ piece: piece('P', 1, 1), how: 'melted' }])
  })

  it('keeps the board where a step does not change it', () => {
    const g = rect(2, 2)
    const pieces = [piece('K', 1, 3)]
    const bare = { ...view(g, 1, pieces, [{ kind: 'slide' as const, pieces }]), squares: undefined, shapes: undefined }
    for (const f of animationFrames(boardState(g, [piece('K', 1, 0)]), bare)) expect(f.state.squares).toBe(g.squares)
  })
})

describe('collapsing', () => {
  const whole = rect(3, 3)
  it('moves a file to its left edge', () => {
    const left = whole.squares.filter((c) => c.col !== 1).map((c) => (c.col === 2 ? { ...c, col: 1, x: 1.5 } : c))
    const fold = collapsing(whole, { ...whole, box: [0, 0, 2, 3], squares: left })!
    expect(fold.axis).toBe('x')
    expect(fold.squares.map((c) => c.x)).toEqual([1, 1, 1])
  })
  it('moves a rank to its lower edge', () => {
    const left = whole.squares.filter((c) => c.row !== 2)
    const fold = collapsing(whole, { ...whole, box: [0, 0, 3, 2], squares: left })!
    expect(fold.axis).toBe('y')
    expect(fold.squares.map((c) => c.y)).toEqual([2, 2, 2])
  })
  it('is null if squares vanish but keep their place', () => {
    expect(collapsing(whole, { ...whole, squares: whole.squares.map((c) => ({ ...c, vanished: true })) })).toBeNull()
    expect(collapsing(whole, whole)).toBeNull()
  })
})
