import { expect, test } from 'vitest'
import { challenging, initial, readForm } from './form'

test('stored values are offered again, others have defaults', () => {
  expect(readForm(null)).toEqual(initial)
  expect(readForm('{"variant":"cheshire","color":"black"}')).toEqual({
    ...initial,
    variant: 'cheshire',
    color: 'black',
  })
})

test('invalid values are ignored', () => {
  for (const stored of ['{"what":', 'null', '']) expect(readForm(stored)).toEqual(initial)
})

test('a challenge has a time: its own, or that of quick pairing', () => {
  const form = (more: object) => ({ ...initial, ...more })
  expect(challenging(initial, { base: 180_000, increment: 2000 })).toEqual(
    form({ time: 'clock', minutes: 3, increment: 2 }),
  )
  expect(challenging(initial, { days: 3 })).toEqual(form({ time: 'days', days: 3 }))
  const own = form({ time: 'days', days: 7 })
  expect(challenging(own, { base: 60_000 })).toBe(own)
})
