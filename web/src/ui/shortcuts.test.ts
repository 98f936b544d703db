import { describe, expect, it, vi } from 'vitest'
import { isClicked, isInField, isOnBoard, moveKeys, runShortcut, singleKeys, watchClicks } from './shortcuts'

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
    expect(['', 'textarea', '.chat'].map((at) => isInField(press('f', at)))).toEqual([false, true, true])
    expect([isOnBoard(press('End')), isOnBoard(press('End', '[role=grid]'))]).toEqual([false, true])
  })
  it('give the arrow keys of clicked radio buttons to the page, until the user operates them by keys', () => {
    const listeners: Record<string, (e: unknown) => void> = {}
    watchClicks({ addEventListener: (name: string, f: (e: unknown) => void) => (listeners[name] = f) } as never)
    const group = { contains: (e: unknown) => e === radio }
    const radio = {
      closest: (selector: string) =>
        selector.includes('radiogroup') ? group : selector === '[type=radio]' ? radio : null,
    }
    const key = (name: string) => ({ key: name, target: radio }) as unknown as KeyboardEvent
    const mine = () => [isInField(key('ArrowLeft')), isClicked(key('ArrowLeft'))]
    expect(mine()).toEqual([true, false]) // reached by the tab key
    for (const [event, over] of [
      ['keydown', { key: 'Tab' }],
      ['keydown', { key: ' ' }],
      ['focusin', { target: { contains: () => false } }],
      ['pointerdown', { target: { closest: () => null } }],
    ] as const) {
      listeners['pointerdown']!({ target: radio })
      listeners['focusin']!({ target: { contains: () => true } }) // by a click on its label
      listeners['focusin']!({ target: radio })
      listeners['keydown']!(key('ArrowLeft'))
      expect(mine()).toEqual([false, true])
      listeners[event]!(over)
      expect(mine()).toEqual([true, false])
    }
  })
})
