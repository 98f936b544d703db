import { expect, it, vi } from 'vitest'
import { Drawing } from './drawing.svelte'

const at = (square: number | null, over: Partial<PointerEvent> = {}) =>
  ({
    pointerId: 1,
    button: 0,
    currentTarget: { setPointerCapture: () => {} },
    ...over,
    square,
  }) as unknown as PointerEvent
function drawing(brush: 'green' | 'red' | null = null) {
  const ondraw = vi.fn()
  const onbegin = vi.fn()
  const p = new Drawing(() => ({
    square: (e) => (e as unknown as { square: number | null }).square,
    brush,
    ondraw,
    onbegin,
  }))
  return { p, ondraw, onbegin }
}

it('draws with the right button, in the color that keys choose', () => {
  const { p, ondraw } = drawing()
  for (const [keys, color] of [
    [{}, 'green'],
    [{ shiftKey: true }, 'red'],
    [{ altKey: true }, 'blue'],
    [{ altKey: true, shiftKey: true }, 'yellow'],
  ] as const) {
    expect(p.down(at(1, { button: 2, ...keys }))).toBe(true)
    p.move(at(2))
    expect(p.shape).toEqual({ from: 1, to: 2, color })
    p.up(at(3))
    expect(ondraw).toHaveBeenLastCalledWith(1, 3, color)
  }
  expect(p.shape).toBeNull()
})
it('leaves the left button to others, unless a color is chosen', () => {
  const plain = drawing()
  expect([plain.p.down(at(1)), plain.p.move(at(2)), plain.p.up(at(2))]).toEqual([false, false, false])
  const { p, ondraw } = drawing('red')
  expect(p.down(at(1))).toBe(true)
  p.up(at(1))
  expect(ondraw).toHaveBeenCalledWith(1, 1, 'red')
})
it('cancels a line that ends off the board, by a second finger, or by Escape', () => {
  const { p, ondraw } = drawing('red')
  p.down(at(1))
  p.up(at(null))
  p.down(at(1))
  p.down(at(2, { pointerId: 2 }))
  p.up(at(3))
  p.down(at(1))
  expect(p.cancel()).toBe(true)
  p.up(at(2))
  expect(ondraw).not.toHaveBeenCalled()
})
it('draws with keys from one selected square to the next', () => {
  const { p, ondraw, onbegin } = drawing('red')
  p.tap(4)
  expect(onbegin).toHaveBeenCalledWith(4)
  p.tap(7)
  expect(ondraw).toHaveBeenCalledWith(4, 7, 'red')
  drawing().p.tap(4)
})
