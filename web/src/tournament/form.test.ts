import { expect, test } from 'vitest'
import { check, draftOf, initial, readDraft, request, type Form } from './form'

const now = new Date(2026, 5, 1, 12).getTime()
const of = (more: Partial<Form>): Form => ({ ...initial, ...more })

test.each<[Partial<Form>, object]>([
  [{}, {}],
  [{ name: 'A' }, { name: 'The name needs 2 to 40 characters.' }],
  [{ minutes: null }, { time: 'Minutes per side: 0.25 to 180.' }],
  [{ increment: 1.5 }, { increment: 'Increment: 0 to 180 whole seconds.' }],
  [{ minutes: 0, increment: 0 }, { time: 'A game needs time: more than 0 minutes, or an increment.' }],
  [{ system: 'round-robin', minutes: null, days: 15 }, { time: 'Days per move: 1 to 14, whole days.' }],
  [{ system: 'swiss', rounds: 2 }, { rounds: 'Rounds: 3 to 20.' }],
  [{ rounds: 2 }, {}], // an arena has none
  [{ soon: '' }, { starts: 'Choose a date and a time.' }],
  [{ soon: '', at: '2026-06-01T12:00' }, { starts: 'The start must be at least a minute from now.' }],
  [{ soon: '', at: '2026-08-15T12:00' }, { starts: 'The start must be within 60 days.' }],
  [{ ratingMin: 4001 }, { ratings: 'Ratings are whole numbers from 0 to 4000.' }],
  [{ ratingMin: 1800, ratingMax: 1500 }, { ratings: 'The highest rating must not be below the lowest.' }],
])('%j', (form, want) => expect(check(of(form), now)).toEqual(want))

test('the request has what its system needs', () => {
  expect(request(of({}), 'id', 'Shrink Chess Arena', now)).toEqual({
    id: 'id',
    system: 'arena',
    name: 'Shrink Chess Arena',
    variant: 'shrink',
    control: { base: 180_000, increment: 2000 },
    rated: true,
    starts: now + 15 * 60_000,
    minutes: 60,
  })
  expect(
    request(of({ system: 'swiss', name: ' Friday ', berserk: false, soon: '', at: '2026-06-01T20:00' }), 'id', '', now),
  ).toMatchObject({
    name: 'Friday',
    rounds: 5,
    pause: 30,
    noBerserk: undefined,
    starts: new Date(2026, 5, 1, 20).getTime(),
  })
  const robin = request(
    of({ system: 'round-robin', double: true, apart: true, password: 'x', ratingMin: 1500 }),
    'id',
    'R',
    now,
  )
  expect(robin).toMatchObject({ control: { days: 2 }, double: true, apart: true, password: 'x', ratingMin: 1500 })
  expect([robin.minutes, robin.rounds, robin.pause]).toEqual([undefined, undefined, undefined])
})

test('a draft outlasts the page, without the password', () => {
  const form = of({ name: 'Friday', password: 'secret', rounds: 9 })
  expect(readDraft(draftOf(form))).toEqual({ ...form, password: '' })
  expect(draftOf(form)).not.toContain('secret')
  expect(readDraft(null)).toEqual(initial)
  expect(readDraft('{')).toEqual(initial)
  expect(readDraft('{"older":1}')).toEqual(initial)
})
