import { describe, expect, it } from 'vitest'
import { hexagons, key, rect } from './fixtures'
import { rows, nextSquare, type Direction } from './navigation'

const boards = {
  court: rect(6, 8, ['a1', 'b1', 'e1', 'f1', 'a8', 'b8', 'e8', 'f8']),
  plain: rect(4, 4),
  hex: hexagons(),
}

describe('nextSquare', () => {
  const cases: [keyof typeof boards, string, Direction, string, boolean?][] = [
    ['plain', 'b2', 'up', 'b3'],
    ['plain', 'b2', 'down', 'b1'],
    ['plain', 'b2', 'left', 'a2'],
    ['plain', 'b2', 'right', 'c2'],
    ['plain', 'a1', 'left', 'a1'],
    ['plain', 'd4', 'up', 'd4'],
    ['plain', 'b2', 'first', 'a2'],
    ['plain', 'b2', 'last', 'd2'],
    ['plain', 'b2', 'up', 'b1', true],
    ['plain', 'b2', 'right', 'a2', true],
    ['plain', 'b2', 'first', 'd2', true],
    ['court', 'a7', 'up', 'c8'],
    ['court', 'f2', 'down', 'd1'],
    ['court', 'c8', 'down', 'c7'],
    ['court', 'c8', 'left', 'c8'],
    ['hex', 'd3', 'up', 'z'],
    ['hex', 'z', 'up', 'd6'],
    ['hex', 'z', 'down', 'd3'],
    ['hex', 'a1', 'right', 'b1'],
    ['hex', 'b1', 'left', 'a1'],
    ['hex', 'z', 'left', 'c4'],
    ['hex', 'z', 'right', 'e4'],
    ['hex', 'c4', 'right', 'z'],
    ['hex', 'a5', 'up', 'a5'],
    ['hex', 'd1', 'left', 'c1'],
    ['hex', 'd3', 'up', 'd2', true],
    ['hex', 'a3', 'last', 'g3'],
  ]
  it.each(cases)('%s: from %s %s to %s', (name, from, direction, to, flipped = false) => {
    const g = boards[name]
    const found = nextSquare(g, key(g, from), direction, flipped)
    expect(g.squares.find((c) => c.key === found)?.name).toBe(to)
  })
  it('reaches every square of every board by arrows alone', () => {
    for (const g of Object.values(boards)) {
      const seen = new Set([g.squares[0]!.key])
      const queue = [...seen]
      for (let at; (at = queue.pop()) !== undefined;) {
        for (const direction of ['up', 'down', 'left', 'right'] as const) {
          const next = nextSquare(g, at, direction, false)
          if (!seen.has(next)) queue.push(next)
          seen.add(next)
        }
      }
      expect(seen.size).toBe(g.squares.length)
    }
  })
  it('stays on the board when its square has vanished', () => {
    expect(nextSquare(boards.plain, 999, 'up', false)).toBe(boards.plain.squares[0]!.key)
  })
})

describe('rows', () => {
  it('reads ranks from the top of the board as shown', () => {
    const read = (flipped: boolean) =>
      rows(rect(2, 2), flipped).map((r) => r.name + ':' + r.squares.map((c) => c.name).join())
    expect(read(false)).toEqual(['1:a1,b1', '2:a2,b2'].reverse())
    expect(read(true)).toEqual(['1:b1,a1', '2:b2,a2'])
  })
  it('reads hexagons file by file', () => {
    const lines = rows(hexagons(), false)
    expect(lines.map((l) => l.name).join('')).toBe('abcdefg')
    expect(lines[3]!.squares.map((c) => c.name).join()).toBe('d1,d2,d3,z,d6,d7,d8')
  })
})
