import { expect, test } from 'vitest'
import type { Drawing } from './drawing.svelte'
import { Pointers } from './pointer.svelte'
import type { MoveSelection } from './selection.svelte'

test.each([
  ['a tap', 150, {}, false],
  ['a long press', 450, {}, true],
  ['a tap with Alt', 150, { altKey: true }, true],
])('on a target, %s of %i ms %j asks: %s', (_, time, keys, asks) => {
  const asked: unknown[] = []
  const selection = {
    isTarget: () => true,
    hover: () => {},
    activate: (square: number, ask: boolean) => asked.push([square, ask]),
  }
  const drawing = { brush: null, down: () => false, up: () => false }
  const pointers = new Pointers({
    selection: selection as unknown as MoveSelection,
    drawing: drawing as unknown as Drawing,
    point: () => ({ x: 0, y: 0 }),
    square: () => ({ key: 7 }) as ReturnType<ConstructorParameters<typeof Pointers>[0]['square']>,
    onstart: () => {},
  })
  const event = (timeStamp: number) =>
    ({
      button: 0,
      pointerId: 1,
      pointerType: 'touch',
      clientX: 0,
      clientY: 0,
      timeStamp,
      currentTarget: { setPointerCapture: () => {} },
      ...keys,
    }) as unknown as PointerEvent
  pointers.down(event(1000))
  pointers.up(event(1000 + time))
  expect(asked).toEqual([[7, asks]])
})
