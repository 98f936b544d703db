import { expect, test, vi } from 'vitest'
import { wheelSteps } from './wheel'

/** Returns the steps that wheel events cause, and how many of them do not scroll the page. */
function turn(events: object[], { active = true, dialog = false } = {}): [string, number] {
  let steps = ''
  const moves = { back: () => (steps += '<'), forward: () => (steps += '>') }
  const handle = wheelSteps(
    () => (active ? moves : null),
    () => dialog,
  )
  const preventDefault = vi.fn()
  for (const e of events) handle({ deltaX: 0, deltaY: 0, deltaMode: 0, buttons: 0, preventDefault, ...e } as unknown as WheelEvent)
  return [steps, preventDefault.mock.calls.length]
}

test.each<[string, object[], string]>([
  ['one step per notch', [{ deltaY: 120 }, { deltaY: 100 }, { deltaY: -120 }], '>><'],
  ['notches in lines', [{ deltaY: 3, deltaMode: 1 }], '>'],
  ['a touchpad adds up', Array<object>(10).fill({ deltaY: 8 }), '>>'],
  ['another direction starts again', [{ deltaY: 30 }, { deltaY: -30 }, { deltaY: -30 }], '<'],
])('%s', (_, events, want) => expect(turn(events)).toEqual([want, events.length]))

test.each([{ ctrlKey: true }, { shiftKey: true }, { buttons: 1 }, { deltaX: 300 }])('%j is for the browser', (e) =>
  expect(turn([{ deltaY: 120, ...e }])).toEqual(['', 0]),
)

test('live games and dialogs leave the wheel to the page', () => {
  expect(turn([{ deltaY: 120 }], { active: false })).toEqual(['', 0])
  expect(turn([{ deltaY: 120 }], { dialog: true })).toEqual(['', 0])
})
