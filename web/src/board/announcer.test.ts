import { expect, it, vi } from 'vitest'
import { Announcer } from './announcer.svelte'

vi.mock('../rules/rules', () => ({
  refusal: async (_: unknown, from: string, to: string) => (from === 'a1' ? `not to ${to}` : ''),
}))

const line = { variant: 'shrink', fen: '', moves: [] }
const settle = () => new Promise((done) => setTimeout(done))

it('shows why a move is not legal until one is played', async () => {
  const a = new Announcer()
  a.refuse(line, 'a1', 'a3')
  await settle()
  expect(a.toast.text).toBe('not to a3')
  a.played()
  expect(a.toast.text).toBe('')
  a.refuse(line, 'a1', 'a3')
  a.played() // before the reason is known
  await settle()
  expect(a.toast.text).toBe('')
})
it('leaves other messages', async () => {
  const a = new Announcer()
  a.show('Ben joined.')
  a.refuse(line, 'b1', 'b3')
  await settle()
  a.played()
  expect(a.toast.text).toBe('Ben joined.')
  a.refuse(line, 'a1', 'a3')
  a.show('Ann left.') // meanwhile
  await settle()
  expect(a.toast.text).toBe('Ann left.')
})
it('describes a move once', () => {
  const a = new Announcer()
  a.speak('A pawn goes to e4.')
  a.speak('White: e4. A pawn goes to e4.')
  a.speak('White: e4. ')
  expect(a.spoken.map((s) => s.text)).toEqual(['A pawn goes to e4.', 'White: e4. ', 'White: e4. '])
})
