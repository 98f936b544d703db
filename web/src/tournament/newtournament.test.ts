import { beforeEach, expect, test, vi } from 'vitest'
import { NewTournamentForm } from './newtournament.svelte'

let status: number
let asked: { id: string; name: string; variant: string }[]
const stored = new Map<string, string>()
beforeEach(() => {
  status = 201
  asked = []
  stored.clear()
  vi.stubGlobal('sessionStorage', {
    getItem: (k: string) => stored.get(k) ?? null,
    setItem: (k: string, v: string) => stored.set(k, v),
    removeItem: (k: string) => stored.delete(k),
  })
  vi.stubGlobal('fetch', async (_: string, init: { body: string }) => {
    if (!status) throw new TypeError('no network')
    asked.push(JSON.parse(init.body) as (typeof asked)[0])
    return new Response(JSON.stringify({ id: 't1', detail: 'Too many tournaments.' }), { status })
  })
})

test('a tournament is created, and its draft forgotten', async () => {
  const form = new NewTournamentForm('cheshire')
  form.keep()
  expect(new NewTournamentForm().fields.variant).toBe('cheshire')
  expect(await form.create('Cheshire Arena')).toBe('/tournaments/t1')
  expect(asked).toMatchObject([{ name: 'Cheshire Arena', variant: 'cheshire' }])
  expect(stored.size).toBe(0)
})

test('nothing is sent until the fields are right', async () => {
  const form = new NewTournamentForm()
  form.fields.ratingMin = 5000
  expect(form.faults).toEqual({})
  expect(await form.create('Arena')).toBeUndefined()
  expect(form).toMatchObject({ open: true, busy: false, failed: 'Please check the marked fields.' })
  expect(form.faults.ratings).toBeTruthy()
  form.fields.ratingMin = 1500
  expect(form.faults).toEqual({})
  await form.create('Arena')
  expect(asked).toHaveLength(1)
})

test('a request that may have arrived is sent again, one that was rejected is not', async () => {
  const form = new NewTournamentForm()
  status = 0
  expect(await form.create('Arena')).toBeUndefined()
  status = 429
  expect(await form.create('Arena')).toBeUndefined()
  expect(form.failed).toContain('Too many tournaments.')
  status = 201
  await form.create('Arena')
  expect(asked[0]!.id).not.toBe(asked[1]!.id)
})

test('each system offers its own starts', () => {
  const form = new NewTournamentForm()
  expect(form.fields.soon).toBe('15')
  form.system = 'round-robin'
  expect(form.fields.soon).toBe('1440')
  form.fields.soon = ''
  form.system = 'swiss'
  expect(form.fields.soon).toBe('')
})
