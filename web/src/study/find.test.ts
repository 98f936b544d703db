import { expect, it } from 'vitest'
import type { Rules } from '../net/types'
import { Find } from './find.svelte'
import { unpackTree } from './model'

/** Rules of a game in which each move is a word, and the sides take turns. */
const rules = () =>
  ({
    views: (line: { moves: string[] }) =>
      Promise.resolve([
        {
          turn: line.moves.length % 2 ? 'black' : 'white',
          move: line.moves.at(-1),
          san: line.moves.at(-1)?.toUpperCase(),
          ply: line.moves.length,
        },
      ]),
    choices: () => Promise.resolve({}),
  }) as unknown as Rules

// a (x: a trap) b c (y) d
const tree = unpackTree(
  [
    {},
    { parent: 0, move: 'a', san: 'A', comments: [{ by: 1, text: 'good' }] },
    { parent: 1, move: 'b', san: 'B' },
    { parent: 2, move: 'c', san: 'C' },
    { parent: 3, move: 'd', san: 'D' },
    { parent: 2, move: 'y', san: 'Y' },
    { parent: 0, move: 'x', san: 'X', comments: [{ by: 1, text: 'a trap' }] },
  ],
  1,
)
const options = { rules, pause: () => Promise.resolve(), refusal: () => Promise.resolve('pinned') }
const start = async (color: 'white' | 'black' = 'white') => {
  const find = new Find({ variant: 'shrink' }, () => tree, color, options)
  await find.begin()
  return find
}

it('takes the moves of the main line, and replies', async () => {
  const find = await start()
  expect(find.phase).toBe('open')
  expect(find.progress).toEqual({ done: 0, of: 2 })
  await find.play('a')
  expect([find.right?.san, find.reply?.san, find.phase]).toEqual(['A', 'B', 'open'])
  expect(find.progress).toEqual({ done: 1, of: 2 })
  await find.play('c')
  expect(find.phase).toBe('done')
  expect(find.player.moves).toEqual(['a', 'b', 'c', 'd'])
  expect([find.mistakes, find.shown]).toEqual([0, 0])
})

it('answers a wrong move with what its variation says, and takes it back', async () => {
  const find = await start()
  await find.play('x')
  expect([find.phase, find.wrong?.san]).toEqual(['wrong', 'X'])
  expect(find.answer?.comments[0]?.text).toBe('a trap')
  await find.play('a')
  expect(find.phase).toBe('wrong')
  await find.retry()
  expect([find.phase, find.player.moves.length]).toEqual(['open', 0])
  await find.play('z')
  expect(find.answer).toBeUndefined()
  expect(find.mistakes).toBe(2)
})

it('begins with the move of the other side', async () => {
  const find = await start('black')
  expect([find.ply, find.reply?.san, find.phase]).toEqual([1, 'A', 'open'])
  expect(find.progress).toEqual({ done: 0, of: 2 })
  await find.play('b')
  await find.play('d')
  expect(find.phase).toBe('done')
  expect(find.progress).toEqual({ done: 2, of: 2 })
})

it('shows moves, also after a wrong one', async () => {
  const find = await start()
  find.giveHint()
  expect(find.hinted).toBe(true)
  await find.play('z')
  await find.show()
  expect([find.ply, find.shown, find.helped, find.hinted]).toEqual([2, 1, true, false])
  await find.begin()
  expect([find.ply, find.shown, find.mistakes]).toEqual([0, 0, 0])
})

it('says why a move is not legal', async () => {
  const find = await start()
  await find.refuse('a1', 'a3')
  expect(find.refusal).toBe('pinned')
})

it('is done at once without moves', async () => {
  const find = new Find({ variant: 'shrink' }, () => unpackTree([], 0), 'white', options)
  await find.begin()
  expect(find.phase).toBe('done')
  expect(find.progress.of).toBe(0)
})
