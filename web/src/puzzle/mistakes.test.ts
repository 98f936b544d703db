import { expect, it } from 'vitest'
import { puzzle, settled, solving } from './fixtures'
import type { Mistake } from './mistake'
import { Mistakes } from './mistakes.svelte'
import { mistakes as words } from './text'

const mistake = (best: string): Mistake => ({
  puzzle: puzzle('', { moves: [best] }),
  before: ['z1z2'],
  color: 'white',
  played: 'p1p2',
  name: '',
  text: '',
  best: [],
})
const list = [mistake('a1a2'), mistake('b1b2')]

/** The mistakes with an engine that answers as the test says. */
async function opened(asGood: (m: Mistake, move: string) => Promise<boolean> = async () => false) {
  const m = new Mistakes(solving, asGood)
  m.open(list)
  await settled()
  return m
}

it.each([
  ['the best move', 'a1a2', false, true, words.best],
  ['a move that is as good', 'c1c2', true, true, words.good],
  ['a worse one', 'c1c2', false, false, words.worse],
  ['the same mistake', 'p1p2', true, false, words.same],
])('judges %s', async (_, move, good, done, verdict) => {
  const m = await opened(async () => good)
  await m.solve!.play(move)
  expect([m.solve!.over, m.verdict, m.judging, m.engineFailed]).toEqual([done, verdict, false, false])
})

it('says best after a worse try', async () => {
  const m = await opened()
  await m.solve!.play('c1c2')
  await m.solve!.retry()
  await m.solve!.play('a1a2')
  expect(m.verdict).toBe(words.best)
})

it('takes moves for worse if the engine does not start', async () => {
  const m = await opened(() => Promise.reject(new Error('no engine')))
  await m.solve!.play('c1c2')
  expect([m.engineFailed, m.verdict, m.solve!.phase]).toEqual([true, words.worse, 'wrong'])
})

it('forgets what is still judged when the next mistake is shown', async () => {
  let answer: (good: boolean) => void = () => {}
  const m = await opened(() => new Promise((done) => (answer = done)))
  void m.solve!.play('c1c2')
  await settled()
  expect(m.judging).toBe(true)
  m.next()
  answer(true)
  await settled()
  expect([m.at, m.last, m.judging, m.verdict, m.solve!.phase]).toEqual([1, true, false, '', 'open'])
})

it('has nothing to solve in a game without mistakes', async () => {
  const m = await opened()
  m.open([])
  expect([m.solve, m.now]).toEqual([undefined, undefined])
})
