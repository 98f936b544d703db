import { afterEach, expect, it, vi } from 'vitest'
import { hasPasskeys } from './passkeys'

afterEach(() => vi.unstubAllGlobals())

it.each([
  ['wane.example', true],
  ['localhost', true],
  ['127.0.0.1', false],
  ['[::1]', false],
])('at %s the browser has passkeys: %s', (hostname, has) => {
  vi.stubGlobal('location', { hostname })
  expect(hasPasskeys()).toBe(false) // an old browser
  vi.stubGlobal('PublicKeyCredential', { parseRequestOptionsFromJSON: 1, parseCreationOptionsFromJSON: 1 })
  expect(hasPasskeys()).toBe(has)
})
