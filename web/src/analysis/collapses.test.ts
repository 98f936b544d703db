import { expect, test, vi } from 'vitest'
import type { Line } from '../net/types'
import { Collapses } from './collapses.svelte'
import { packed } from './fixtures'
import { Tree } from './tree.svelte'

test('finds the collapses of every line, and asks for each line once', async () => {
  const tree = new Tree(packed('a b (x y) c'))
  const asked: string[] = []
  const plies = (line: Line) => (
    asked.push(line.moves.join(' ')),
    Promise.resolve(line.moves.length === 3 ? [1, 3] : [])
  )
  const collapses = new Collapses(tree, plies, (f) => f())
  const moves = () => [...collapses.nodes].map((id) => tree.get(id).move)
  collapses.update()
  await vi.waitFor(() => expect(asked).toEqual(['a b c', 'a x y']))
  expect(moves()).toEqual(['a', 'c', 'y'])
  tree.last()
  tree.play('d', 'D')
  collapses.update()
  await vi.waitFor(() => expect(asked.slice(2)).toEqual(['a b c d']))
  collapses.clear()
  expect(moves()).toEqual([])
})

test('asks no more once the rules have failed, until there is another study', async () => {
  let asked = 0
  const collapses = new Collapses(
    new Tree(packed('a b (x y) c')),
    () => (asked++, Promise.reject(new Error('the rules did not load'))),
    queueMicrotask,
  )
  collapses.update()
  await new Promise((done) => setTimeout(done))
  collapses.update()
  expect(asked).toBe(1)
  collapses.clear()
  collapses.update()
  expect(asked).toBe(2)
})
