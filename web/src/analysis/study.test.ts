import { describe, expect, it, vi } from 'vitest'
import type { Line, Rules, BoardView } from '../net/types'
import { game, packed, textOf } from './fixtures'
import { packGame } from './packed'
import { Study } from './study.svelte'

const squares = ['a1', 'a2', 'b1', 'b2'].map((name, key) => ({
  key,
  name,
  x: 0,
  y: 0,
  col: 0,
  row: 0,
  shape: 0,
  tint: 'light' as const,
}))
const view = (line: Line, ply: number): BoardView => ({
  look: 'classic',
  full: [8, 8],
  ply,
  fen: line.moves.slice(0, ply).join(' '),
  turn: ply % 2 ? 'black' : 'white',
  box: [0, 0, 2, 2],
  squares,
  shapes: [],
  pieces: [],
  steps: [],
  move: line.moves[ply - 1],
  san: line.moves[ply - 1]?.toUpperCase(),
})
/** Rules for which every word is a move. */
function rules(over: Partial<Rules> = {}): Rules {
  return {
    views: vi.fn(async (line: Line, from: number) =>
      Array.from({ length: line.moves.length - from + 1 }, (_, i) => view(line, from + i)),
    ),
    choices: vi.fn(async (line: Line) => ({
      ply: line.moves.length,
      routes: [
        { from: 0, to: 1, text: 'a1a2' },
        { from: 2, to: 3, text: 'b1b2', promotions: [{ piece: 'P', key: 1, square: 3, name: 'b2' }] },
      ],
    })),
    preview: async () => {
      throw new Error('not asked')
    },
    check: async () => {
      throw new Error('not asked')
    },
    ...over,
  }
}

describe('what is shown', () => {
  it('is requested once, and animated only from one move to the next', async () => {
    const r = rules()
    const s = new Study(packed('a b (x) c'), () => r)
    const show = async (id: number) => (s.tree.go(id), await s.views.show(id), s.views.view!)
    const [a, b] = s.tree.mainLine().map((m) => m.id)
    expect((await show(0)).ply).toBe(0)
    expect((await show(a!)).steps).toEqual([])
    expect((await show(b!)).fen).toBe('a b')
    expect((await show(a!)).steps).toBeUndefined()
    expect((await show(s.tree.get(a!).children[1]!)).steps).toEqual([])
    expect(r.views).toHaveBeenCalledTimes(4)
  })
  it('has moves after an automatic draw, and none after mate', async () => {
    const ended = (line: Line, from: number) => [
      { ...view(line, from), result: '1/2-1/2', reason: 'threefold repetition', ...(from > 1 && { final: true }) },
    ]
    const r = rules({ views: async (line, from) => ended(line, from) })
    const s = new Study(packed('a b'), () => r)
    const [a, b] = s.tree.mainLine().map((m) => m.id)
    await s.views.show(a!)
    expect([s.views.view!.result, s.views.choices?.routes.length]).toEqual(['1/2-1/2', 2])
    await s.views.show(b!)
    expect(s.views.choices).toBeNull()
    expect(r.choices).toHaveBeenCalledTimes(1)
  })
  it('is the last request', async () => {
    const waits: (() => void)[] = []
    const r = rules({ views: (line, from) => new Promise((f) => waits.push(() => f([view(line, from)]))) })
    const s = new Study(packed('a b'), () => r)
    const [a, b] = s.tree.mainLine().map((m) => m.id)
    const both = [s.views.show(a!), s.views.show(b!)]
    waits.reverse().forEach((f) => f())
    await Promise.all(both)
    expect(s.views.at).toBe(b)
  })
  it('reports a failure and retries', async () => {
    vi.useFakeTimers()
    let fail = true
    const r = rules({
      views: async (line, from) => {
        if (fail) throw new Error('out of reach')
        return [view(line, from)]
      },
    })
    const s = new Study(packed('a'), () => r)
    await s.views.show(0)
    expect(s.views.fault).toBe('out of reach')
    fail = false
    await vi.advanceTimersByTimeAsync(1100)
    expect([s.views.fault, s.views.at]).toEqual(['', 0])
    fail = true
    await s.views.show(1)
    s.views.close()
    fail = false
    await vi.advanceTimersByTimeAsync(60_000)
    expect(s.views.at).toBe(0)
    vi.useRealTimers()
  })
})

describe('playing', () => {
  it('adds moves as the rules write them', async () => {
    const s = new Study(packed('a'), () => rules())
    await s.play(['x', 'y'])
    expect(textOf(s.tree.game())).toBe('a (x y)')
    expect(s.tree.here.san).toBe('Y')
  })
  it('changes nothing if the rules reject the move', async () => {
    const s = new Study(packed('a'), () =>
      rules({
        views: async () => {
          throw new Error('not legal')
        },
      }),
    )
    await expect(s.play(['x'])).rejects.toThrow('not legal')
    expect(textOf(s.tree.game())).toBe('a')
  })
  it('changes nothing if the user has moved to another node', async () => {
    const s = new Study(packed('a'), () => rules())
    const playing = s.play(['x'])
    s.tree.forward()
    await playing
    expect(textOf(s.tree.game())).toBe('a')
  })
})

describe('a game of the server', () => {
  it('keeps its own plies when the tree changes', async () => {
    const s = new Study(packGame(game('a b c')), () => rules())
    s.update(game('a b c'))
    expect(s.tree.canUndo).toBe(false)
    s.tree.goPath([0])
    await s.play(['x'])
    s.tree.makeMain()
    expect(textOf(s.tree.game())).toBe('a x (b c)')
    expect(s.gamePly()).toBe(-1)
    s.tree.go(s.nodeAt(3))
    expect([s.tree.moves().join(' '), s.gamePly()]).toEqual(['a b c', 3])
  })
  it('adds new moves and the result', () => {
    const s = new Study(packed('a (x) b'), () => rules())
    s.tree.goPath([1])
    s.update({ ...game('a b c d'), result: '0-1', tags: [{ name: 'Termination', value: 'normal' }] })
    expect(textOf(s.tree.game())).toBe('a (x) b c d')
    expect(s.tree.head).toMatchObject({ result: '0-1', tags: [{ name: 'Termination', value: 'normal' }] })
    expect(s.tree.moves()).toEqual(['x'])
  })
  it('gets the lines of a review at their plies', async () => {
    const s = new Study(packed('a b c'), () => rules())
    s.update(game('a b c'))
    await s.addLine(1, ['p', 'q'])
    expect(textOf(s.tree.game())).toBe('a b (p q) c')
    expect(s.tree.moves()).toEqual(['a', 'p'])
  })
})

describe('what is drawn', () => {
  it('has the user’s drawings and the engine’s moves, the best broadest', async () => {
    const s = new Study(packed(''), () => rules())
    await s.views.show(0)
    s.draw(0, 3, 'red')
    s.draw(2, 2, 'blue')
    s.engineInfo = {
      depth: 1,
      seldepth: 1,
      nodes: 1,
      nps: 1,
      time: 1,
      lines: ['b1b2q', 'a1a2', 'b1b2n', 'zz'].map((m) => ({ score: { cp: 0 }, pv: [m], san: [m] })),
    } as NonNullable<Study['engineInfo']>
    expect(s.arrows.map((a) => [a.color, a.from, a.to])).toEqual([
      ['engine', 2, 3],
      ['engine', 0, 1],
      ['red', 0, 3],
    ])
    expect(s.arrows[0]!.width!).toBeGreaterThan(s.arrows[1]!.width!)
    expect(s.circles).toEqual([{ square: 2, color: 'blue' }])
    expect(s.tree.here.arrows).toEqual([{ from: 'a1', to: 'b2', color: 'red' }])
    s.draw(0, 3, 'red')
    expect(s.tree.here.arrows).toEqual([])
  })
})
