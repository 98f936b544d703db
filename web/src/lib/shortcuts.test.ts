import { describe, expect, it, vi } from 'vitest'
import { isInField, isOnBoard, moveKeys, runShortcut, singleKeys } from './shortcuts'

/** A key event whose target is inside an element that matches a part of a selector. */
const press = (key: string, inside = '') =>
  ({
    key,
    target: { closest: (selector: string) => (inside && selector.split(', ').includes(inside) ? {} : null) },
    preventDefault: vi.fn(),
  }) as unknown as KeyboardEvent

describe('shortcuts', () => {
  it('step through the moves', () => {
    const moves = { first: vi.fn(), back: vi.fn(), forward: vi.fn(), last: vi.fn() }
    for (const key of ['ArrowLeft', 'ArrowRight', 'Home', 'End', 'x']) runShortcut(press(key), moveKeys(moves))
    for (const act of Object.values(moves)) expect(act).toHaveBeenCalledTimes(1)
  })
  it('prevent the browser’s action only for their own keys', () => {
    const [mine, other] = [press('End'), press('x')]
    const actions = { End: () => {} }
    runShortcut(mine, actions)
    runShortcut(other, actions)
    expect([mine, other].map((e) => vi.mocked(e.preventDefault).mock.calls.length)).toEqual([1, 0])
  })
  it('take letters in either case, unless they are off', () => {
    const act = () => {}
    expect(singleKeys(true, { f: act, '?': act })).toEqual({ f: act, F: act, '?': act })
    expect(singleKeys(false, { f: act })).toEqual({})
  })
  it('leave keys to fields, dialogs and the board', () => {
    expect([isInField(press('f')), isInField(press('f', 'textarea'))]).toEqual([false, true])
    expect([isOnBoard(press('End')), isOnBoard(press('End', '[role=grid]:not([data-pointed])'))]).toEqual([false, true])
  })
})
