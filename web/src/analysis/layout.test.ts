import { describe, expect, it } from 'vitest'
import { game } from './fixtures'
import { blocks, partsOf } from './layout'
import { packGame } from './packed'
import { Tree } from './tree.svelte'
import { sign, toggle } from './nags'
import type { StudyGame } from '../net/types'

const lines = (g: StudyGame) => {
  const t = new Tree(packGame(g))
  return blocks(t).map((b) =>
    b.kind === 'row'
      ? `${b.number} ${b.white?.move ?? '…'} ${b.black?.move ?? ''}`.trim()
      : b.kind === 'note'
        ? `“${b.text}”`
        : b.variations
            .map(
              (m) =>
                '(' +
                partsOf(t, m)
                  .map((p) => (p.kind === 'move' ? `${p.number}${p.m.move}` : `(${p.variations.map((f) => f.move)})`))
                  .join(' ') +
                ')',
            )
            .join(' '),
  )
}

describe('the main line', () => {
  it('has rows of two moves, which comments and variations break', () => {
    const g = game('a b (x y (z) w) c d')
    expect(lines(g)).toEqual(['1 a b', '(1…x 2.y (z) 2…w)', '2 c d'])
    g.root.children[0]!.after = 'hm'
    g.root.after = 'begins'
    expect(lines(g)).toEqual(['“begins”', '1 a', '“hm”', '1 … b', '(1…x 2.y (z) 2…w)', '2 c d'])
  })
  it('is numbered by its FEN', () => {
    expect(lines(game('a b c (x)', '8/8 b - - 0 7'))).toEqual(['7 … a', '8 b c', '(8…x)'])
  })
  it('keeps unchanged rows', () => {
    const t = new Tree(packGame(game('a b (x y) c d e')))
    const one = blocks(t)
    t.goPath([0, 0, 0])
    t.setComment('after', 'hm')
    const two = blocks(t, one)
    expect(two.map((b) => one.includes(b))).toEqual([true, true, false, false, false, true])
    expect(blocks(t, two)).toBe(two)
    const x = t.get(t.get(t.mainLine()[0]!.id).children[1]!)
    const line = partsOf(t, x)
    t.setComment('after', 'hmm')
    expect(partsOf(t, x, line)).toBe(line)
  })
  it('can be empty', () => expect(lines(game(''))).toEqual([]))
})

describe('marks', () => {
  it('has signs for those that are known', () =>
    expect([1, 4, 6, 14, 18, 99].map(sign)).toEqual(['!', '??', '?!', '+=', '+−', '$99']))
  it('has one of a kind at most', () => {
    expect(toggle([], 1)).toEqual([1])
    expect(toggle([1, 14], 2)).toEqual([2, 14])
    expect(toggle([2, 14], 16)).toEqual([2, 16])
    expect(toggle([2, 99], 2)).toEqual([99])
  })
})
