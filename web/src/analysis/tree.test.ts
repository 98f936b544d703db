import { describe, expect, it } from 'vitest'
import { game, packed, textOf } from './fixtures'
import { root } from './nodes'
import { packGame, unpack } from './packed'
import { LimitError, limits } from './edit'
import { Tree } from './tree.svelte'

const tree = (text: string, at: number[] = []) => {
  const t = new Tree(packed(text))
  t.goPath(at)
  return t
}
const text = (t: Tree) => textOf(t.game())
const here = (t: Tree) => t.moves().join(' ')

describe('navigation', () => {
  it('steps back and forth and stops at both ends', () => {
    const t = tree('a b (x y) c')
    t.back()
    expect(here(t)).toBe('')
    for (const want of ['a', 'a b', 'a b c', 'a b c']) {
      t.forward()
      expect(here(t)).toBe(want)
    }
    t.first()
    t.last()
    expect(here(t)).toBe('a b c')
  })
  it('continues the variation that the user came back from', () => {
    const t = tree('a b (x y) c', [0, 1])
    expect(here(t)).toBe('a x')
    t.back()
    t.forward()
    expect(here(t)).toBe('a x')
    t.back()
    t.last()
    expect(here(t)).toBe('a x y')
  })
  it('begins with the main line again from the start', () => {
    const t = tree('a b (x y) c', [0, 1, 0])
    t.first()
    t.forward()
    t.forward()
    expect(here(t)).toBe('a b')
  })
  it('switches variations at the last branch, and not beyond', () => {
    const t = tree('a b (x y) (z) c', [0, 0, 0])
    t.switchVariation(1)
    expect(here(t)).toBe('a x')
    t.switchVariation(1)
    t.switchVariation(1)
    expect(here(t)).toBe('a z')
    t.switchVariation(-1)
    t.switchVariation(-1)
    t.switchVariation(-1)
    expect(here(t)).toBe('a b')
    const plain = tree('a b', [0])
    plain.switchVariation(1)
    expect(here(plain)).toBe('a')
  })
  it('follows a path as far as it exists', () => {
    const t = tree('a b (x y) c')
    t.goPath([0, 1, 0, 5])
    expect(here(t)).toBe('a x y')
    expect(t.childPath()).toEqual([0, 1, 0])
  })
})

describe('edits', () => {
  it('follows existing moves and adds others', () => {
    const t = tree('a b c')
    t.play('a', 'A')
    t.play('x', 'X')
    t.play('y', 'Y')
    expect(text(t)).toBe('a b (x y) c')
    expect(here(t)).toBe('a x y')
    expect(t.here.san).toBe('Y')
    expect(t.canUndo).toBe(true)
  })
  it('adds a missing line as one edit', () => {
    const t = tree('a b c')
    const line = ['b', 'x', 'y'].map((move) => ({ move, san: move }))
    t.addLine(t.mainLine()[0]!.id, line)
    expect(text(t)).toBe('a b c (x y)')
    expect(here(t)).toBe('a b')
    t.addLine(t.mainLine()[0]!.id, line)
    t.undo()
    expect(text(t)).toBe('a b c')
    expect(t.canUndo).toBe(false)
  })
  it('promotes step by step, from deep within', () => {
    const t = tree('a b (x y) (z w) c', [0, 2, 0])
    t.promote()
    expect(text(t)).toBe('a b (z w) (x y) c')
    t.promote()
    expect(text(t)).toBe('a z (b c) (x y) w')
    t.promote()
    expect(text(t)).toBe('a z (b c) (x y) w')
    expect(here(t)).toBe('a z w')
  })
  it('makes a line the main line in one edit', () => {
    const t = tree('a (p q (r s)) b c', [1, 1, 0])
    expect(here(t)).toBe('p r s')
    t.makeMain()
    expect(text(t)).toBe('p (a b c) r (q) s')
    expect(t.isMain()).toBe(true)
    t.undo()
    expect(text(t)).toBe('a (p q (r s)) b c')
  })
  it('deletes a move with its continuation and goes to its parent', () => {
    const t = tree('a b (x y) c', [0, 0, 0])
    t.remove(t.path()[1]!.id)
    expect(text(t)).toBe('a x y')
    expect(here(t)).toBe('a')
    t.undo()
    expect(text(t)).toBe('a b (x y) c')
    expect(here(t)).toBe('a b c')
    t.first()
    t.remove()
    expect(text(t)).toBe('a b (x y) c')
  })
  it('deletes all other lines', () => {
    const t = tree('a (o) b (x y (z)) c', [0, 1])
    t.removeOthers()
    expect(text(t)).toBe('a x y')
    expect(here(t)).toBe('a x')
    t.undo()
    expect(text(t)).toBe('a (o) b (x y (z)) c')
    t.go(t.mainLine().at(-1)!.id)
    t.removeOthers(t.path()[0]!.id)
    expect(text(t)).toBe('a b c')
  })
  it('records no edit that changes nothing', () => {
    const t = tree('a b')
    t.removeOthers()
    t.makeMain(t.mainLine()[1]!.id)
    t.setComment('after', '')
    t.clearShapes()
    expect(t.canUndo).toBe(false)
  })
})

describe('notes', () => {
  it('merges typing into one edit until another edit', () => {
    const t = tree('a b', [0])
    for (const s of ['o', 'oh', 'oh!']) t.setComment('after', s)
    t.setNags([1])
    t.setComment('after', 'oh no')
    expect(t.here).toMatchObject({ after: 'oh no', nags: [1] })
    t.undo()
    expect(t.here.after).toBe('oh!')
    t.undo()
    t.undo()
    expect(t.here).toMatchObject({ after: '', nags: [] })
    expect(t.canUndo).toBe(false)
    t.redo()
    t.redo()
    t.redo()
    expect(t.here).toMatchObject({ after: 'oh no', nags: [1] })
    expect(t.canRedo).toBe(false)
  })
  it('does not merge typing after an undo with typing before it', () => {
    const t = tree('a', [0])
    t.setComment('after', 'one')
    t.undo()
    t.redo()
    t.setComment('after', 'two')
    t.undo()
    expect(t.here.after).toBe('one')
  })
  it('draws, recolors and removes', () => {
    const t = tree('a', [0])
    t.toggleArrow({ from: 'e2', to: 'e4', color: 'green' })
    t.toggleArrow({ from: 'e2', to: 'e4', color: 'red' })
    t.toggleCircle({ at: 'd4', color: 'blue' })
    expect(t.here.arrows).toEqual([{ from: 'e2', to: 'e4', color: 'red' }])
    t.toggleArrow({ from: 'e2', to: 'e4', color: 'red' })
    expect(t.here).toMatchObject({ arrows: [], circles: [{ at: 'd4', color: 'blue' }] })
    t.clearShapes()
    expect(t.here.circles).toEqual([])
    t.undo()
    expect(t.here.circles.length).toBe(1)
  })
  it('changes and restores the tags', () => {
    const t = tree('a')
    t.setHead({ result: '1-0', tags: [{ name: 'White', value: 'Ann' }] })
    t.undo()
    expect(t.head).toMatchObject({ result: '*', tags: [] })
    t.redo()
    expect(t.head.result).toBe('1-0')
  })
})

describe('undoing', () => {
  it('restores every earlier state, and redo every later one', () => {
    const t = tree('a b (x y) c')
    const states = [text(t)]
    const did = (f: () => void) => (f(), states.push(text(t)))
    did(() => t.play('k', 'K'))
    did(() => t.play('l', 'L'))
    did(() => t.makeMain())
    did(() => t.remove(t.mainLine()[0]!.id))
    did(() => t.play('m', 'M'))
    did(() => t.removeOthers())
    for (let i = states.length - 1; i > 0; i--) {
      expect(text(t)).toBe(states[i])
      t.undo()
    }
    expect(text(t)).toBe(states[0])
    for (let i = 1; i < states.length; i++) {
      t.redo()
      expect(text(t)).toBe(states[i])
      expect(t.has(t.current)).toBe(true)
    }
  })
  it('drops the undone edits after a new edit', () => {
    const t = tree('a')
    t.play('x', 'X')
    t.undo()
    t.play('y', 'Y')
    expect(t.canRedo).toBe(false)
    expect(text(t)).toBe('a (y)')
  })
  it('keeps a limited number of edits', () => {
    const t = tree('a', [0])
    for (let i = 0; i < limits.edits + 50; i++) t.setNags([i % 7])
    let n = 0
    for (; t.canUndo; n++) t.undo()
    expect(n).toBe(limits.edits)
  })
  it('knows which nodes are deleted', () => {
    const t = tree('a b c', [0, 0, 0])
    const [a, b, c] = t.path().map((m) => m.id)
    t.remove(b)
    expect([a, b, c].map((id) => t.has(id!))).toEqual([true, false, false])
    t.undo()
    expect(t.has(c!)).toBe(true)
  })
})

describe('bounds', () => {
  it('rejects a line that is too long to write', () => {
    const t = tree('')
    for (let i = 0; i < limits.plies; i++) t.play(`m${i}`, `M${i}`)
    expect(() => t.play('x', 'X')).toThrow(LimitError)
    expect(t.mainLine().length).toBe(limits.plies)
    t.undo()
    expect(t.here.ply).toBe(limits.plies - 1)
  })
  it('rejects nesting that is too deep to read', () => {
    const t = tree('')
    let deep = 0
    expect(() => {
      for (; deep < 1000; deep++) {
        t.play(`a${deep}`, 'A')
        t.back()
        t.play(`b${deep}`, 'B')
      }
    }).toThrow(LimitError)
    expect(deep).toBe(limits.nesting)
  })
  it('rejects more drawings than can be written', () => {
    const t = tree('')
    for (let i = 0; i < limits.drawn; i++) t.toggleCircle({ at: `c${i}`, color: 'red' })
    expect(() => t.toggleCircle({ at: 'd1', color: 'red' })).toThrow(LimitError)
    expect(t.here.circles.length).toBe(limits.drawn)
  })
  it('carries the longest game through JSON and storage', () => {
    const long = Array.from({ length: limits.plies }, (_, i) => `m${i}`).join(' ')
    const t = tree(long)
    expect(textOf(JSON.parse(JSON.stringify(t.game())) as ReturnType<Tree['game']>)).toBe(long)
    expect(structuredClone(t.packed())).toEqual(t.packed())
  })
  it('is quick with large trees', () => {
    const line = Array.from({ length: 300 }, (_, i) => `m${i} (v${i} w${i} (x${i}) y${i} z${i})`).join(' ')
    const t = tree(line)
    expect(t.size).toBe(1800)
    for (let i = 0; i < 300; i++) t.forward()
    expect(t.here.ply).toBe(300)
    for (let i = 0; i < 200; i++) t.setComment('after', 'x'.repeat(i))
    t.undo()
    expect(t.here.after).toBe('')
  })
})

describe('storage', () => {
  it('packs everything and unpacks it', () => {
    const g = game('a b (x y) c')
    Object.assign(g.root, { after: 'hello', circles: [{ at: 'd4', color: 'red' }] })
    Object.assign(g.root.children[0]!, {
      nags: [1, 14],
      after: 'good',
      arrows: [{ from: 'a1', to: 'b2', color: 'blue' }],
      eval: { cp: 30, depth: 12 },
      clock: 0,
    })
    Object.assign(g.root.children[0]!.children[1]!, { before: 'or' })
    const t = new Tree(JSON.parse(JSON.stringify(packGame(g))) as ReturnType<typeof packGame>)
    expect(t.game()).toEqual(g)
  })
  it('reads the colors of drawings that the first versions stored', () => {
    const { head } = packed('a')
    const old = { head, moves: [{ r: [{ from: 'a1', to: 'b2', colour: 'blue' }], c: [{ at: 'd4', colour: 'red' }] }] }
    const { table } = unpack(old as unknown as ReturnType<typeof packed>)
    expect(table.get(root)).toMatchObject({
      arrows: [{ from: 'a1', to: 'b2', color: 'blue' }],
      circles: [{ at: 'd4', color: 'red' }],
    })
  })
  it('rejects damaged data', () => {
    const { head } = packed('a')
    expect(() => unpack({ head, moves: [] })).toThrow('empty')
    expect(() => unpack({ head, moves: [{}, { p: 5, m: 'x' }] })).toThrow('damaged')
    expect(() => unpack({ head, moves: [{}, {}] })).toThrow('damaged')
  })
})
