import { expect, it } from 'vitest'
import { ApiError } from '../net/api'
import { unreachable } from '../net/sentences.text'
import { upper } from './text'
import { Attempt } from './attempt.svelte'

it('does one thing at a time', async () => {
  const attempt = new Attempt()
  let end = () => {}
  const first = attempt.run(() => new Promise<void>((f) => (end = f)))
  expect(attempt.busy).toBe(true)
  expect(await attempt.run(async () => expect.fail('both ran'))).toBe(false)
  end()
  expect([await first, attempt.busy, attempt.fault]).toEqual([true, false, ''])
})

it('says why something failed, until the next try', async () => {
  const attempt = new Attempt()
  const failing = (e: Error) => attempt.run(() => Promise.reject(e))
  expect([await failing(new ApiError(409, 'taken', 'The name is taken.')), attempt.fault]).toEqual([
    false,
    'The name is taken.',
  ])
  await failing(new ApiError(0, 'offline', unreachable))
  expect([attempt.busy, attempt.fault]).toEqual([false, upper(unreachable)])
  expect([await attempt.run(async () => {}), attempt.fault]).toEqual([true, ''])
})

it('has words of its own', async () => {
  const attempt = new Attempt((e) => `No: ${(e as Error).message}`)
  await attempt.run(() => Promise.reject(new Error('why')))
  expect(attempt.fault).toBe('No: why')
})
