import { expect, test, vi } from 'vitest'
import type { Line } from '../lib/types'
import { Collapses } from './collapses.svelte'
import { packed } from './fixtures'
import { Tree } from './tree.svelte'

test('finds the collapses of every line, and asks for each line once', async () => {
  const tree = new Tree(packed('a b (x y) c'))
  const asked: string[] = []
  const plies = (line: Line) => (asked.push(line.moves.join(' ')), Promise.resolve(line.moves.length === 3 ? [1, 3] : []))
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
