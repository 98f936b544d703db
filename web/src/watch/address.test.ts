import { expect, it } from 'vitest'
import { streamAddress } from './address'

it('the address of a board for streams names how it looks', () => {
  expect(streamAddress('shrink', { theme: 'dark', flip: false, transparent: false })).toBe(
    '/embed/watch/shrink?theme=dark',
  )
  expect(streamAddress('cheshire8', { theme: 'light', flip: true, transparent: true })).toBe(
    '/embed/watch/cheshire8?flip=1&theme=light&background=transparent',
  )
})
