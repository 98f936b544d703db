import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { BoardView } from '../net/types'
import { piece, rect, view } from './fixtures'
import { appearance } from '../ui/appearance.svelte'
import { Animator } from './animator.svelte'

const board = rect(3, 3)
const start = view(board, 0, [piece('R', 1, 0), piece('n', 2, 2)])
const smaller = rect(3, 2)
const next: BoardView = {
  ...view(smaller, 1, [piece('R', 1, 2)]),
  steps: [
    { kind: 'capture', pieces: [piece('R', 1, 2)] },
    {
      kind: 'collapse',
      pieces: [piece('R', 1, 2)],
      box: smaller.box,
      squares: smaller.squares,
      shapes: smaller.shapes,
    },
  ],
}

let animator: Animator
beforeEach(() => {
  vi.useFakeTimers()
  animator = new Animator()
  animator.show(start, 'full', false)
})

describe('animator', () => {
  it('shows the first board view at once', () => {
    expect([animator.duration, animator.playing, animator.pieces.length, animator.squares.length]).toEqual([
      0,
      false,
      2,
      9,
    ])
  })
  it('plays the next move step by step', () => {
    animator.show(next, 'full', false)
    expect([animator.playing, animator.pieces.length, animator.leaving.length, animator.squares.length]).toEqual([
      true,
      1,
      1,
      9,
    ])
    vi.advanceTimersToNextTimer()
    expect(animator.squares.filter((c) => c.collapse === 'y')).toHaveLength(3)
    vi.runAllTimers()
    expect([animator.playing, animator.squares.length, animator.leaving.length]).toEqual([false, 6, 0])
  })
  it('lets input refer to the new board during the animation', () => {
    animator.show(next, 'full', false)
    expect(animator.target.squares).toHaveLength(6)
  })
  it('ends an animation when touched', () => {
    animator.show(next, 'full', false)
    animator.finish()
    expect([animator.playing, animator.squares.length]).toEqual([false, 6])
    vi.runAllTimers()
    expect(animator.squares).toHaveLength(6)
  })
  it('ends an animation when another board view comes', () => {
    animator.show(next, 'full', false)
    animator.show(start, 'full', false)
    vi.runAllTimers()
    expect([animator.playing, animator.pieces.length, animator.squares.length]).toEqual([false, 2, 9])
  })
  it('continues an animation when the same board view comes again', () => {
    expect(animator.show(next, 'full', false)).toBe(true)
    expect(animator.show(structuredClone(next), 'full', false)).toBe(false)
    expect(animator.playing).toBe(true)
  })
  it('does not move for users who want no motion', () => {
    for (const motion of ['less', 'none'] as const) {
      animator.show(start, motion, false)
      animator.show(next, motion, false)
      expect([animator.playing, animator.duration, animator.squares.length]).toEqual([false, 0, 6])
    }
  })
  it('glides over several moves and back', () => {
    animator.show({ ...next, ply: 7 }, 'full', false)
    expect([animator.playing, animator.pieces.length]).toEqual([false, 1])
    expect(animator.duration).toBeGreaterThan(0)
    animator.show(start, 'full', false)
    expect([animator.playing, animator.pieces.length]).toEqual([false, 2])
  })
  it('does not let a dragged piece slide', () => {
    animator.show(next, 'full', true)
    const dragged = animator.duration
    animator.show(start, 'full', false)
    animator.show(next, 'full', false)
    expect(dragged).toBeLessThan(animator.duration)
  })
  it('remembers what a piece was while it changes', () => {
    animator.show({ ...start, ply: 1, pieces: [piece('Q', 1, 0)] }, 'full', false)
    expect(animator.pieces).toMatchObject([{ piece: 'Q', was: 'R' }])
  })
  it('keeps the squares of a board view that brings none', () => {
    animator.show({ ...start, ply: 1, squares: undefined, shapes: undefined }, 'full', false)
    expect(animator.squares).toHaveLength(9)
  })
  it('keeps captured pieces as long as slow animations take', () => {
    appearance.slowness = 2
    animator.show(next, 'full', false)
    vi.advanceTimersByTime(1400)
    const kept = animator.leaving.length
    vi.advanceTimersByTime(2000)
    appearance.slowness = 1
    expect([kept, animator.leaving.length]).toEqual([1, 0])
  })
})
