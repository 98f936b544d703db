import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Choices } from '../net/types'
import { key, piece, rect, view } from './fixtures'
import { MoveSelection, type SelectionOptions } from './selection.svelte'

const board = rect(4, 4)
const [a1, a2, b2, d3, d4] = ['a1', 'a2', 'b2', 'd3', 'd4'].map((n) => key(board, n)) as [
  number,
  number,
  number,
  number,
  number,
]
const now = view(board, 0, [piece('K', 1, a1), piece('P', 2, d3), piece('k', 3, d4)])
const choices: Choices = {
  ply: 0,
  routes: [
    { from: a1, to: a2, text: 'a1a2' },
    { from: a1, to: b2, text: 'a1b2', captures: true },
    { from: d3, to: d4, text: 'd3d4', promotions: [{ piece: 'P', key: 2, square: d4, name: 'd4' }] },
  ],
}

let options: SelectionOptions
let moved: string[]
let premoves: unknown[]
const selection = (change: Partial<SelectionOptions> = {}) => {
  Object.assign(options, change)
  return new MoveSelection(() => options)
}

beforeEach(() => {
  vi.useFakeTimers()
  moved = []
  premoves = []
  options = {
    view: now,
    choices,
    movable: ['white'],
    premovable: null,
    premove: null,
    premoves: null,
    confirm: false,
    queen: false,
    onmove: (t) => moved.push(t),
    onpremove: (p) => premoves.push(p),
    square: (k) => board.squares.find((c) => c.key === k),
  }
})

describe('selection', () => {
  it('plays from tap to tap', () => {
    const h = selection()
    h.activate(a1)
    expect(h.selected).toBe(a1)
    expect([...h.routes.keys()]).toEqual([a2, b2])
    h.activate(a2)
    expect(moved).toEqual(['a1a2'])
    expect(h.selected).toBeNull()
  })
  it('reports squares that no move connects', () => {
    const refused: string[][] = []
    const h = selection({ onrefuse: (from, to) => refused.push([from, to]) })
    h.activate(a1)
    h.activate(d4)
    expect(h.selected).toBeNull()
    h.activate(d4) // a piece of the opponent
    h.activate(b2) // an empty square
    selection({ movable: [] }).activate(d4)
    const premove = selection({ movable: [], premovable: 'white', view: { ...now, turn: 'black' }, premoves: [] })
    premove.activate(a1)
    premove.activate(d4)
    expect(refused).toEqual([
      ['a1', 'd4'],
      ['d4', 'd4'],
    ])
  })
  it('holds the piece where it was put until a board view comes', () => {
    const h = selection()
    h.activate(a1)
    h.activate(a2)
    expect(h.placed).toEqual({ piece: 1, square: a2 })
    h.viewChanged()
    expect(h.placed).toBeNull()
  })
  it('returns the piece if no board view comes', () => {
    const h = selection()
    h.activate(a1)
    h.activate(a2)
    vi.runAllTimers()
    expect(h.placed).toBeNull()
  })
  it('moves no piece that may not move', () => {
    for (const change of [
      { movable: [] },
      { choices: null },
      { choices: { ...choices, ply: 1 } },
    ] as Partial<SelectionOptions>[]) {
      const h = selection({ view: now, choices, movable: ['white'], ...change })
      h.activate(a1)
      h.activate(a2)
      expect(h.selected).toBeNull()
    }
    const h = selection({ choices, movable: ['white', 'black'] })
    h.activate(d4)
    expect(h.selected).toBeNull() // it is White's turn
    expect(moved).toEqual([])
  })
  it('chooses another own piece, and drops a choice on an empty square', () => {
    const h = selection()
    h.activate(a1)
    h.activate(d3)
    expect(h.selected).toBe(d3)
    h.activate(b2)
    expect(h.selected).toBeNull()
  })
  it('asks for the promotion of a pawn', () => {
    const h = selection()
    h.activate(d3)
    h.hover(d4)
    expect(h.uci).toBe('d3d4') // nothing is chosen yet
    h.activate(d4)
    expect(h.promoting?.text).toBe('d3d4')
    h.hover(null) // the dialog has the focus now
    expect(h.target).toBe(d4)
    expect(moved).toEqual([])
    h.play('d3d4n')
    expect(moved).toEqual(['d3d4n'])
  })
  it('asks for the promotions of a move made elsewhere', () => {
    const h = selection()
    h.activate(a1)
    h.askPromotion(choices.routes[2]!)
    expect([h.selected, h.target, h.uci]).toEqual([d3, d4, 'd3d4'])
    expect(h.promoting?.to).toBe(d4)
    h.play('d3d4r')
    expect(moved).toEqual(['d3d4r'])
  })
  it('waits for a second tap if the user wants that', () => {
    const onconfirm = vi.fn()
    const h = selection({ confirm: true, onconfirm })
    h.activate(a1)
    h.activate(a2)
    expect([h.confirming, h.target, moved.length]).toEqual([a2, a2, 0])
    expect(onconfirm).toHaveBeenCalledTimes(1)
    h.hover(b2)
    h.hover(null)
    expect(h.target).toBe(a2)
    h.activate(b2)
    expect([h.confirming, moved.length]).toEqual([b2, 0])
    expect(h.cancel()).toBe(true)
    expect([h.confirming, h.selected]).toEqual([null, a1])
    h.activate(a2)
    h.activate(a2)
    expect(moved).toEqual(['a1a2'])
  })
  it('sets a premove while the opponent thinks', () => {
    const h = selection({ premovable: 'black', movable: [] })
    expect(h.mode).toBe('premove')
    h.activate(d4)
    expect(h.isTarget(a1)).toBe(true)
    h.activate(a1)
    expect(premoves).toEqual([{ from: d4, to: a1, key: 3, piece: 'k' }])
    options.premove = { from: d4, to: a1, key: 3, piece: 'k' }
    expect(h.cancel()).toBe(true)
    expect(premoves.at(-1)).toBeNull()
  })
  it('sets no premove when the game is over or onto a vanished square', () => {
    const over = selection({ premovable: 'black', movable: [], view: { ...now, result: '1-0' } })
    expect(over.mode).toBe('none')
    const h = selection({ view: now, square: () => ({ ...board.squares[0]!, vanished: true }) })
    h.activate(d4)
    expect(h.isTarget(a1)).toBe(false)
  })
  it('shows which premoves can become legal, and sets no other', () => {
    const h = selection({ premovable: 'black', movable: [], premoves: [[d4, d3]] })
    h.activate(d4)
    expect([...h.routes.keys()]).toEqual([d3])
    h.hover(d3)
    expect([h.target, h.uci]).toEqual([d3, null]) // a premove has no preview
    h.activate(a1)
    expect([premoves, h.selected]).toEqual([[], null])
    h.activate(d4)
    h.activate(d3)
    expect(premoves).toEqual([{ from: d4, to: d3, key: 3, piece: 'k' }])
  })
  it('makes a queen without a question if the user wants that, and asks with a key', () => {
    const h = selection({ queen: true })
    h.activate(d3)
    h.activate(d4, true)
    expect(h.promoting?.text).toBe('d3d4')
    h.clear()
    h.activate(d3)
    h.activate(d4)
    expect(moved).toEqual(['d3d4q'])
  })
  it('asks for a pawn of the opponent, and where a queen is not legal', () => {
    const [pawn] = choices.routes[2]!.promotions!
    for (const change of [
      { promotions: [{ ...pawn!, piece: 'p' }] },
      { only: ['n', 'r'] },
      { promotions: [pawn!, pawn!] },
    ]) {
      const h = selection({ queen: true, choices: { ply: 0, routes: [{ ...choices.routes[2]!, ...change }] } })
      h.activate(d3)
      h.activate(d4)
      expect([h.promoting?.text, moved]).toEqual(['d3d4', []])
    }
  })
  it('has nothing to cancel without a selection', () => {
    expect(selection().cancel()).toBe(false)
  })
})
