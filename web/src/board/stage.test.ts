import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { BoardView } from '../lib/types'
import { piece, rect, view } from './fixtures'
import { Stage } from './stage.svelte'

const ground = rect(3, 3)
const start = view(ground, 0, [piece('R', 1, 0), piece('n', 2, 2)])
const smaller = rect(3, 2)
const next: BoardView = {
  ...view(smaller, 1, [piece('R', 1, 2)]),
  steps: [
    { kind: 'capture', pieces: [piece('R', 1, 2)] },
    { kind: 'collapse', pieces: [piece('R', 1, 2)], box: smaller.box, squares: smaller.squares, shapes: smaller.shapes },
  ],
}

let stage: Stage
beforeEach(() => {
  vi.useFakeTimers()
  stage = new Stage()
  stage.show(start, 'full', false)
})

describe('stage', () => {
  it('shows the first board view at once', () => {
    expect([stage.pace, stage.playing, stage.pieces.length, stage.squares.length]).toEqual([0, false, 2, 9])
  })
  it('plays the next move step by step', () => {
    stage.show(next, 'full', false)
    expect([stage.playing, stage.pieces.length, stage.leavers.length, stage.squares.length]).toEqual([true, 1, 1, 9])
    vi.advanceTimersToNextTimer()
    expect(stage.squares.filter((c) => c.fold === 'y')).toHaveLength(3)
    vi.runAllTimers()
    expect([stage.playing, stage.squares.length, stage.leavers.length]).toEqual([false, 6, 0])
  })
  it('lets hands play on the new ground while the film runs', () => {
    stage.show(next, 'full', false)
    expect(stage.ground.squares).toHaveLength(6)
  })
  it('ends a film when touched', () => {
    stage.show(next, 'full', false)
    stage.finish()
    expect([stage.playing, stage.squares.length]).toEqual([false, 6])
    vi.runAllTimers()
    expect(stage.squares).toHaveLength(6)
  })
  it('ends a film when another board view comes', () => {
    stage.show(next, 'full', false)
    stage.show(start, 'full', false)
    vi.runAllTimers()
    expect([stage.playing, stage.pieces.length, stage.squares.length]).toEqual([false, 2, 9])
  })
  it('continues a film when the same board view comes again', () => {
    expect(stage.show(next, 'full', false)).toBe(true)
    expect(stage.show(structuredClone(next), 'full', false)).toBe(false)
    expect(stage.playing).toBe(true)
  })
  it('does not move for those who want no motion', () => {
    for (const motion of ['less', 'none'] as const) {
      stage.show(start, motion, false)
      stage.show(next, motion, false)
      expect([stage.playing, stage.pace, stage.squares.length]).toEqual([false, 0, 6])
    }
  })
  it('glides over several moves and back', () => {
    stage.show({ ...next, ply: 7 }, 'full', false)
    expect([stage.playing, stage.pieces.length]).toEqual([false, 1])
    expect(stage.pace).toBeGreaterThan(0)
    stage.show(start, 'full', false)
    expect([stage.playing, stage.pieces.length]).toEqual([false, 2])
  })
  it('does not let a piece slide who was carried there', () => {
    stage.show(next, 'full', true)
    const carried = stage.pace
    stage.show(start, 'full', false)
    stage.show(next, 'full', false)
    expect(carried).toBeLessThan(stage.pace)
  })
  it('remembers what a piece was while it changes', () => {
    stage.show({ ...start, ply: 1, pieces: [piece('Q', 1, 0)] }, 'full', false)
    expect(stage.pieces).toMatchObject([{ piece: 'Q', was: 'R' }])
  })
  it('keeps the squares of a board view that brings none', () => {
    stage.show({ ...start, ply: 1, squares: undefined, shapes: undefined }, 'full', false)
    expect(stage.squares).toHaveLength(9)
  })
})
