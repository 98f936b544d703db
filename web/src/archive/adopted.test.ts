import { expect, test } from 'vitest'
import { adopted } from './adopted'

test('the games of a guest have the name of the account that adopted them, for its user', () => {
  const guest = { name: 'Sunny Crown', tag: 'exf2pa', taken: true }
  const ann = { name: 'ann' }
  expect(adopted({ ...guest, you: true }, ann)).toMatchObject({ name: 'ann', account: true, tag: undefined })
  expect([adopted(guest, ann), adopted({ ...guest, you: true }, undefined)]).toEqual([guest, { ...guest, you: true }])
})
