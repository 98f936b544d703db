import { describe, expect, it } from 'vitest'
import { editor as words } from './text'
import { draftOf, keyOf } from './fixtures'
import { narrate } from './narrate'
import { begin, toolForKey, stroke } from './tools'
import type { DraftEdit } from '../net/types'

const d = draftOf('Ka1 kc3 Rb2', 'c1')
/** Returns the edits of a stroke over some squares. */
const over = (tool: string, squares: string): DraftEdit[] => {
  const names = squares.split(' ')
  const s = begin(tool, d, keyOf(names[0]!))
  return names.flatMap((name) => stroke(s, d, keyOf(name)) ?? [])
}
const at = (name: string) => [keyOf(name)]

describe('a stroke', () => {
  it('puts a piece on each square once', () => {
    expect(over('P', 'b1 b1 a2 b1')).toEqual([
      { do: 'put', piece: 'P', squares: at('b1') },
      { do: 'put', piece: 'P', squares: at('a2') },
    ])
  })
  it('replaces other pieces and keeps equal ones', () => {
    expect(over('R', 'a1 b2 c3')).toEqual([
      { do: 'put', piece: 'R', squares: at('a1') },
      { do: 'put', piece: 'R', squares: at('c3') },
    ])
  })
  it('removes only equal pieces if it begins on one', () => {
    expect(over('R', 'b2 a1 c3 c1')).toEqual([{ do: 'remove', squares: at('b2') }])
  })
  it('makes squares vanish or return like the first one', () => {
    expect(over('vanish', 'b1 c1 a1')).toEqual([
      { do: 'vanish', squares: at('b1') },
      { do: 'vanish', squares: at('a1') },
    ])
    expect(over('vanish', 'c1 b1 a1')).toEqual([{ do: 'vanish', squares: at('c1') }])
  })
  it('clears squares that are not empty', () => {
    expect(over('erase', 'a1 b1 c1')).toEqual([
      { do: 'remove', squares: at('a1') },
      { do: 'remove', squares: at('c1') },
    ])
  })
  it('does nothing without a piece', () => {
    expect(over('move', 'a1 b1')).toEqual([])
  })
})

describe('a letter key', () => {
  it('selects a piece of the last color, then of the other', () => {
    expect(toolForKey('n', 'move', 'white')).toBe('N')
    expect(toolForKey('N', 'Q', 'black')).toBe('n')
    expect(toolForKey('n', 'N', 'white')).toBe('n')
    expect(toolForKey('n', 'n', 'black')).toBe('N')
  })
  it('has no effect if no piece has it', () => {
    expect([toolForKey('x', 'N', 'white'), toolForKey('Enter', 'N', 'white'), toolForKey('', 'N', 'white')]).toEqual([
      null,
      null,
      null,
    ])
  })
})

describe('narration', () => {
  const faulty = draftOf('Ka1', '', { faults: [{ text: 'Black has no king.' }] })
  it('names the edit', () => {
    expect(narrate({ do: 'put', piece: 'R', squares: at('b2') }, d, d)).toBe('White rook on b2.')
    expect(narrate({ do: 'move', squares: [0, ...at('c3')] }, d, d)).toBe('Black king on c3.')
    expect(narrate({ do: 'remove', squares: at('b1') }, d, d)).toBe('B1 is empty.')
    expect(narrate({ do: 'vanish', squares: at('c1') }, d, d)).toBe('c1 has vanished.')
    expect(narrate({ do: 'vanish', squares: at('b1') }, d, d)).toBe('b1 is back.')
  })
  it('reports the problems when they change', () => {
    expect(narrate({ do: 'turn', text: 'black' }, d, faulty)).toBe('1 problem: Black has no king.')
    expect(narrate({ do: 'turn', text: 'black' }, faulty, faulty)).toBe('')
    expect(narrate({ do: 'clear' }, faulty, d)).toBe(`Clear board. ${words.ready}`)
  })
})
