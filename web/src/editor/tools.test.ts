import { describe, expect, it } from 'vitest'
import { editor as words } from '../text/editor'
import { draftOf, keyOf } from './fixtures'
import { narrate } from './narrate'
import { begin, toolForKey, stroke } from './tools'
import type { DraftEdit } from '../lib/types'

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
  it('replaces other pieces, and leaves those who stand there already', () => {
    expect(over('R', 'a1 b2 c3')).toEqual([
      { do: 'put', piece: 'R', squares: at('a1') },
      { do: 'put', piece: 'R', squares: at('c3') },
    ])
  })
  it('takes pieces off that begins on such a piece, and no others', () => {
    expect(over('R', 'b2 a1 c3 c1')).toEqual([{ do: 'remove', squares: at('b2') }])
  })
  it('lets squares vanish, or come back, as the first one says', () => {
    expect(over('vanish', 'b1 c1 a1')).toEqual([
      { do: 'vanish', squares: at('b1') },
      { do: 'vanish', squares: at('a1') },
    ])
    expect(over('vanish', 'c1 b1 a1')).toEqual([{ do: 'vanish', squares: at('c1') }])
  })
  it('empties what is not empty', () => {
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
  it('chooses a piece of the side that was chosen last, then the other’s', () => {
    expect(toolForKey('n', 'move', 'white')).toBe('N')
    expect(toolForKey('N', 'Q', 'black')).toBe('n')
    expect(toolForKey('n', 'N', 'white')).toBe('n')
    expect(toolForKey('n', 'n', 'black')).toBe('N')
  })
  it('means nothing if it is no piece’s', () => {
    expect([toolForKey('x', 'N', 'white'), toolForKey('Enter', 'N', 'white'), toolForKey('', 'N', 'white')]).toEqual([null, null, null])
  })
})

describe('narration', () => {
  const faulty = draftOf('Ka1', '', { faults: [{ text: 'Black has no king.' }] })
  it('names what was done', () => {
    expect(narrate({ do: 'put', piece: 'R', squares: at('b2') }, d, d)).toBe('White rook on b2.')
    expect(narrate({ do: 'move', squares: [0, ...at('c3')] }, d, d)).toBe('Black king on c3.')
    expect(narrate({ do: 'remove', squares: at('b1') }, d, d)).toBe('B1 is empty.')
    expect(narrate({ do: 'vanish', squares: at('c1') }, d, d)).toBe('c1 has vanished.')
    expect(narrate({ do: 'vanish', squares: at('b1') }, d, d)).toBe('b1 is back.')
  })
  it('tells what is wrong when that changes', () => {
    expect(narrate({ do: 'turn', text: 'black' }, d, faulty)).toBe('1 problem: Black has no king.')
    expect(narrate({ do: 'turn', text: 'black' }, faulty, faulty)).toBe('')
    expect(narrate({ do: 'clear' }, faulty, d)).toBe(`Clear board. ${words.ready}`)
  })
})
