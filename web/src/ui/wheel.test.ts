import { beforeEach, expect, test, vi } from 'vitest'
import { wheelSteps } from './wheel'

interface How {
  active?: boolean
  dialog?: boolean
  /** The steps that are left in each direction. */
  back?: number
  forward?: number
  top?: number
}

/** Returns the steps that wheel events cause, and how many of them do not scroll the page. */
function turn(
  events: object[],
  { active = true, dialog = false, back = 9, forward = 9, top = 0 }: How = {},
): [string, number] {
  let steps = ''
  const handle = wheelSteps(
    () =>
      active
        ? {
            atStart: back <= 0,
            atEnd: forward <= 0,
            back: () => (back--, (steps += '<')),
            forward: () => (forward--, (steps += '>')),
          }
        : null,
    () => dialog,
  )
  const preventDefault = vi.fn()
  const currentTarget = { getBoundingClientRect: () => ({ top, bottom: top + 500 }) }
  events.forEach((e, i) =>
    handle({
      deltaX: 0,
      deltaY: 0,
      deltaMode: 0,
      buttons: 0,
      timeStamp: 10 * i,
      currentTarget,
      preventDefault,
      ...e,
    } as unknown as WheelEvent),
  )
  return [steps, preventDefault.mock.calls.length]
}
const down = { deltaY: 120 }

beforeEach(() => void vi.stubGlobal('innerHeight', 600))

test.each<[string, object[], string]>([
  ['one step per notch', [down, { deltaY: 100 }, { deltaY: -120 }], '>><'],
  ['notches in lines', [{ deltaY: 3, deltaMode: 1 }], '>'],
  ['a touchpad adds up', Array<object>(10).fill({ deltaY: 8 }), '>>'],
  ['another direction starts again', [{ deltaY: 30 }, { deltaY: -30 }, { deltaY: -30 }], '<'],
  ['a later turn starts again', [{ deltaY: 30 }, { deltaY: 30, timeStamp: 400 }], ''],
])('%s', (_, events, want) => expect(turn(events)).toEqual([want, events.length]))

test.each([{ ctrlKey: true }, { shiftKey: true }, { buttons: 1 }, { deltaX: 300 }])('%j is for the browser', (e) =>
  expect(turn([{ ...down, ...e }])).toEqual(['', 0]),
)

test('live games, dialogs and boards that the window cuts leave the wheel to the page', () => {
  for (const how of [{ active: false }, { dialog: true }, { top: -20 }, { top: 120 }])
    expect(turn([down], how)).toEqual(['', 0])
})

test('at the last move the page scrolls, but not with the turn that led there', () => {
  const later = { ...down, timeStamp: 2000 }
  expect(turn([down, down, later], { forward: 1 })).toEqual(['>', 2])
  expect(turn([{ deltaY: -120 }, down], { back: 0 })).toEqual(['>', 1])
})
