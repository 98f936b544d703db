import { describe, expect, it } from 'vitest'
import type { Step } from '../lib/types'
import { hexagons, key, man, picture, rect, scene } from './fixtures'
import { folding, frames } from './film'

describe('frames', () => {
  it('ends with the scene itself', () => {
    const g = rect(3, 3)
    const before = picture(g, [man('R', 1, 0)])
    const after = [man('R', 1, 2)]
    const film = frames(before, scene(g, 1, after, [{ kind: 'slide', men: after, marks: [0, 2] }]))
    expect(film.map((f) => f.kind)).toEqual(['slide', 'end'])
    expect(film.at(-1)!.picture.men).toEqual(after)
    expect(film.at(-1)!.time).toBe(0)
  })

  it('takes longer for longer ways, within reason', () => {
    const g = rect(8, 1)
    const time = (to: number) => {
      const men = [man('R', 1, to)]
      return frames(picture(g, [man('R', 1, 0)]), scene(g, 1, men, [{ kind: 'slide', men }]))[0]!.time
    }
    expect(time(7)).toBeGreaterThan(time(1))
    expect(time(1)).toBeGreaterThanOrEqual(180)
    expect(time(7)).toBeLessThanOrEqual(320)
  })

  it('lets a captured man go while his captor comes', () => {
    const g = rect(3, 1)
    const men = [man('R', 1, 2)]
    const [take] = frames(picture(g, [man('R', 1, 0), man('n', 2, 2)]), scene(g, 1, men, [{ kind: 'take', men }]))
    expect(take!.exits).toEqual([{ man: man('n', 2, 2), how: 'taken' }])
    expect(take!.lifted).toEqual([])
  })

  it('lifts a man who will drop, throws off him who stands there, and knows a drop check', () => {
    const g = hexagons()
    const [from, at, z, king] = ['d6', 'e4', 'z', 'e7'].map((n) => key(g, n)) as [number, number, number, number]
    const before = [man('b', 1, from), man('N', 2, at), man('P', 3, z), man('k', 4, king)]
    const taken = [man('b', 1, at), man('N', 2, at), man('P', 3, z), man('k', 4, king)]
    const thrown = taken.filter((m) => m.key !== 3)
    const dropped = [man('b', 1, at), man('B', 2, z), man('k', 4, king)]
    const steps: Step[] = [
      { kind: 'take', men: taken },
      { kind: 'expel', men: thrown },
      { kind: 'drop', men: dropped },
      { kind: 'dropcheck', men: dropped, marks: [z, king] },
    ]
    const film = frames(picture(g, before), scene(g, 1, dropped, steps))
    expect(film.map((f) => f.lifted)).toEqual([[2], [2], [], [], []])
    expect(film[1]!.exits).toEqual([{ man: man('P', 3, z), how: 'expelled' }])
    expect(film.map((f) => f.dropcheck)).toEqual([null, null, null, [z, king], null])
    expect(film.flatMap((f) => f.exits)).toHaveLength(1)
  })

  it('melts a man who vanishes on the double cell', () => {
    const g = rect(2, 1)
    const film = frames(
      picture(g, [man('P', 1, 0)]),
      scene(
        g,
        1,
        [],
        [
          { kind: 'slide', men: [man('P', 1, 1)] },
          { kind: 'transmute', men: [] },
        ],
      ),
    )
    expect(film[1]!.exits).toEqual([{ man: man('P', 1, 1), how: 'melted' }])
  })

  it('keeps the ground where a step does not change it', () => {
    const g = rect(2, 2)
    const men = [man('K', 1, 3)]
    const bare = { ...scene(g, 1, men, [{ kind: 'slide' as const, men }]), cells: undefined, shapes: undefined }
    for (const f of frames(picture(g, [man('K', 1, 0)]), bare)) expect(f.picture.cells).toBe(g.cells)
  })
})

describe('folding', () => {
  const whole = rect(3, 3)
  it('folds a file to its left edge', () => {
    const left = whole.cells.filter((c) => c.col !== 1).map((c) => (c.col === 2 ? { ...c, col: 1, x: 1.5 } : c))
    const fold = folding(whole, { ...whole, box: [0, 0, 2, 3], cells: left })!
    expect(fold.axis).toBe('x')
    expect(fold.cells.map((c) => c.x)).toEqual([1, 1, 1])
  })
  it('folds a rank to its lower edge', () => {
    const left = whole.cells.filter((c) => c.row !== 2)
    const fold = folding(whole, { ...whole, box: [0, 0, 3, 2], cells: left })!
    expect(fold.axis).toBe('y')
    expect(fold.cells.map((c) => c.y)).toEqual([2, 2, 2])
  })
  it('is nothing where cells vanish but keep their place', () => {
    expect(folding(whole, { ...whole, cells: whole.cells.map((c) => ({ ...c, gone: true })) })).toBeNull()
    expect(folding(whole, whole)).toBeNull()
  })
})
