import { expect, test, vi } from 'vitest'
import type { BoardView, Choices, Line, Rules } from '../net/types'
import type { Puzzle } from './puzzle'
import { Solve, type SolveOptions } from './solve.svelte'

const rules: Rules = {
  views: async (line: Line) => [
    {
      ply: line.moves.length,
      san: line.moves.at(-1)?.toUpperCase() ?? '',
      narration: ['It moves.'],
      pieces: [],
      squares: [],
    } as unknown as BoardView,
  ],
  choices: async () => ({ ply: 0, routes: [] }) as Choices,
  preview: () => Promise.reject(new Error('unused')),
  check: () => Promise.reject(new Error('unused')),
}
const puzzle: Puzzle = {
  id: 'abc',
  variant: 'shrink',
  fen: 'K/k b - - 0 1',
  moves: ['a1a2', 'b1b2', 'c1c2'],
  goal: 'mate',
  proof: 'exhaustive',
  rating: 900,
  themes: [],
}

async function begun(more: Partial<SolveOptions> = {}) {
  const decided = vi.fn()
  const around = { rules: () => rules, refusal: async () => 'no', pause: async () => {} }
  const s = new Solve(puzzle, { decided, ...more }, around)
  await s.begin()
  return { s, decided }
}

test('the solution is answered and solves the puzzle', async () => {
  const { s, decided } = await begun()
  expect(s.color).toBe('black')
  await s.play('a1a2')
  expect([s.phase, s.ply, s.reply?.san]).toEqual(['open', 2, 'B1B2'])
  await s.play('c1c2')
  expect(s.solved).toBe(true)
  expect(decided.mock.calls).toEqual([[true, ['a1a2', 'c1c2']]])
})

test('a wrong move is answered and taken back, and the attempt has failed', async () => {
  const refutes = vi.fn(async () => 'd1d2')
  const { s, decided } = await begun({ refutes })
  await s.play('a1a2')
  await s.play('c1c3')
  expect([s.phase, s.wrong?.san, s.reply?.san]).toEqual(['wrong', 'C1C3', 'D1D2'])
  expect(refutes.mock.calls).toEqual([[{ variant: 'shrink', fen: puzzle.fen, moves: ['a1a2', 'b1b2', 'c1c3'] }]])
  await s.retry()
  expect([s.phase, s.player.moves.length, s.reply]).toEqual(['open', 2, null])
  expect(decided.mock.calls).toEqual([[false, ['a1a2', 'c1c3']]])
  await s.play('c1c2')
  expect([s.phase, s.solved, decided.mock.calls.length]).toEqual(['done', false, 1])
})

test('an answer that is not found, or comes too late, is not played', async () => {
  let find!: (answer: string) => void
  const late = new Promise<string>((done) => (find = done))
  const { s } = await begun({ refutes: () => late })
  const tried = s.play('a1a3')
  await vi.waitFor(() => expect(s.phase).toBe('wrong'))
  await s.retry()
  find('b1b2')
  await tried
  expect([s.phase, s.player.moves, s.reply]).toEqual(['open', [], null])
  const { s: alone } = await begun({ refutes: () => Promise.reject(new Error('no engine')) })
  await alone.play('a1a3')
  expect([alone.phase, alone.player.moves, alone.fault]).toEqual(['wrong', ['a1a3'], ''])
  await alone.show()
  expect([alone.phase, alone.player.moves.length]).toEqual(['done', 3])
})

test('where the first wrong move counts it ends the puzzle', async () => {
  const { s, decided } = await begun({ strict: true })
  await s.play('a1a3')
  expect([s.phase, s.over]).toEqual(['lost', true])
  expect(decided).toHaveBeenCalledWith(false, ['a1a3'])
  await s.show()
  expect([s.phase, s.ply, s.solved]).toEqual(['done', 3, false])
})

test('a hint names the square, and the attempt counts as helped', async () => {
  const { s, decided } = await begun()
  s.giveHint()
  expect([s.hint, s.helped]).toEqual(['a1', true])
  await s.play('a1a2')
  await s.play('c1c2')
  expect(decided.mock.calls).toEqual([[false, ['a1a2', 'c1c2']]])
})

test('the solution is shown to its end and can be stepped through', async () => {
  const { s, decided } = await begun()
  await s.show()
  expect([s.phase, s.shown, s.player.moves.length]).toEqual(['done', 1, 3])
  expect(decided).toHaveBeenCalledTimes(1)
  await s.go(1)
  expect(s.player.moves).toEqual(['a1a2'])
})

test('a move that is as good ends the puzzle', async () => {
  const { s } = await begun({ accepts: async (m) => m === 'd1d2' })
  await s.play('d1d3')
  expect(s.phase).toBe('wrong')
  await s.retry()
  await s.play('d1d2')
  expect(s.phase).toBe('done')
})

test('an attempt from before a reload has failed already', async () => {
  const { s, decided } = await begun()
  await s.begin(true)
  await s.play('a1a2')
  await s.play('c1c2')
  expect([s.solved, decided.mock.calls.length]).toEqual([false, 0])
})
