import { expect, test } from 'vitest'
import { initial, readForm } from './form'

test('stored values are offered again, others have defaults', () => {
  expect(readForm(null)).toEqual(initial)
  expect(readForm('{"variant":"cheshire","color":"black"}')).toEqual({ ...initial, variant: 'cheshire', color: 'black' })
})

test('the color that an older page stored is kept', () => {
  expect(readForm('{"level":5,"colour":"white"}')).toEqual({ ...initial, level: 5, color: 'white' })
  expect(readForm('{"color":"black","colour":"white"}')).toEqual({ ...initial, color: 'black' })
})

test('invalid values are ignored', () => {
  for (const stored of ['{"what":', 'null', '']) expect(readForm(stored)).toEqual(initial)
})
