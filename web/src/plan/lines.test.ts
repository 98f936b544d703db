import { describe, expect, test } from 'vitest'
import { Tree } from '../analysis/tree.svelte'
import { isAnswer, linesOf, onlyAnswer } from './lines'

const empty = () => new Tree({ head: { variant: 'chess', title: '', fen: '', tags: [], result: '*' }, moves: [{}] })

/** Adds a line from the root and returns its last node. */
function add(tree: Tree, line: string): number {
  tree.first()
  for (const move of line.split(' ')) tree.play(move, move.toUpperCase())
  return tree.current
}

describe('conditional moves', () => {
  test('are the lines of the tree, up to the last answer', () => {
    const tree = empty()
    expect(linesOf(tree)).toEqual([])
    add(tree, 'e7e5')
    expect(linesOf(tree)).toEqual([])
    add(tree, 'e7e5 g1f3 b8c6')
    expect(linesOf(tree)).toEqual([['e7e5', 'g1f3']])
    add(tree, 'e7e5 g1f3 g8f6')
    add(tree, 'e7e5 g1f3 d7d6 d2d4')
    add(tree, 'c7c5 g1f3')
    expect(linesOf(tree)).toEqual([
      ['e7e5', 'g1f3', 'd7d6', 'd2d4'],
      ['c7c5', 'g1f3'],
    ])
  })
  test('a deleted line is none', () => {
    const tree = empty()
    add(tree, 'e7e5 g1f3')
    const other = add(tree, 'c7c5 g1f3')
    tree.remove(tree.get(other).parent!)
    expect(linesOf(tree)).toEqual([['e7e5', 'g1f3']])
  })
  test('have one answer to a move', () => {
    const tree = empty()
    add(tree, 'e7e5 g1f3 b8c6 f1b5')
    const second = add(tree, 'e7e5 b1c3')
    expect(isAnswer(tree, second)).toBe(true)
    expect(isAnswer(tree, tree.get(second).parent!)).toBe(false)
    expect(isAnswer(tree, 0)).toBe(false)
    expect(onlyAnswer(tree, second)).toEqual(['G1F3'])
    expect(tree.current).toBe(second)
    expect(linesOf(tree)).toEqual([['e7e5', 'b1c3']])
    expect(onlyAnswer(tree, second)).toEqual([])
  })
})
