import { expect, it } from 'vitest'
import { clocksOf } from './clocks'
import { game } from './fixtures'
import { packGame } from './packed'
import { Tree } from './tree.svelte'

it('shows the last known clock of each player', () => {
  const at = (path: number[], fen = '') => {
    const g = game('a b c (x)', fen)
    const a = g.root.children[0]!
    a.clock = 60_000
    a.children[0]!.clock = 0
    a.children[0]!.children[0]!.clock = 58_500
    const tree = new Tree(packGame(g))
    tree.goPath(path)
    return clocksOf(tree.path(), fen)
  }
  expect(at([])).toEqual({})
  expect(at([0])).toEqual({ white: 60_000 })
  expect(at([0, 0])).toEqual({ white: 60_000, black: 0 })
  expect(at([0, 0, 0])).toEqual({ white: 58_500, black: 0 })
  expect(at([0, 0, 1])).toEqual({ white: 60_000, black: 0 })
  expect(at([0, 0], '8/8 b - - 0 7')).toEqual({ white: 0, black: 60_000 })
})
