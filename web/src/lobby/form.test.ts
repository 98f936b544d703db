import { expect, test } from 'vitest'
import { initial, readForm } from './form'

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
