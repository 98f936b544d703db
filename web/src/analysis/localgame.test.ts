import { beforeEach, describe, expect, it, vi } from 'vitest'
import { clocksOf } from './clocks'
import { keptClocks } from './localclock.svelte'
import type { BoardView, Control, Rules, StudyGame } from '../net/types'
import type { Engine } from '../rules/engine.svelte'
import { packGame, unpack } from './packed'
import { Autosave } from './autosave.svelte'
import { LocalGame } from './localgame.svelte'
import { startGame } from './startgame'
import { open } from './open'
import { StorageError, type Opponent, type StudyInfo, type StudyStorage } from './storage'
import { Study } from './study.svelte'

vi.mock('../net/api', async (load) => ({ ...(await load<object>()), call: async () => ({ title: 'Shrink Chess' }) }))

let choices = { ply: 0, routes: [] as object[] }
/** Rules in which moves alternate, and "x" ends the game. */
const rules: Rules = {
  views: async ({ moves }, from) =>
    [...moves, ''].slice(Math.max(0, from - 1), moves.length + 1).flatMap((_, i) => {
      const ply = from + i
      const last = moves[ply - 1]
      return ply > moves.length ? [] : [view(ply, last)]
    }),
  choices: async () => choices as never,
  preview: async () => ({}) as never,
  check: async (_, fen) => ({ ...view(0), fen: fen || 'start' }),
}
const view = (ply: number, move = ''): BoardView =>
  ({
    ply,
    move,
    san: move,
    turn: ply % 2 ? 'black' : 'white',
    fen: `fen ${ply}`,
    pieces: [{ square: 1, key: 3, piece: 'P' }],
    ...(move === 'x' ? { result: '1-0', reason: 'checkmate' } : {}),
  }) as BoardView

const storage = (): StudyStorage & { saved: StudyInfo[] } => {
  const saved: StudyInfo[] = []
  return {
    saved,
    list: async () => saved,
    load: async () => null,
    save: async (info: StudyInfo) => (saved.push({ ...info, rev: info.rev + 1 }), saved.at(-1)!),
    rename: async () => {},
    remove: async () => {},
    listen: () => () => {},
  }
}
const engine = () => ({
  state: 'off' as Engine['state'],
  play: vi.fn<(...a: unknown[]) => void>(),
  stop: vi.fn<() => void>(),
})

let computer: ReturnType<typeof engine>
let game: LocalGame
let kept: ReturnType<typeof storage>
let time: number
function begin(color: Opponent['color'], more: Partial<Opponent> = {}, moves: string[] = []) {
  const root: StudyGame['root'] = { move: '', san: '', children: [] }
  moves.reduce((at, move) => (at.children.push({ move, san: move, children: [] }), at.children[0]!), root)
  const start: StudyGame = { variant: 'shrink', title: 'Shrink Chess', fen: '', tags: [], result: '*', root }
  const info: StudyInfo = { id: 's', name: '', variant: 'shrink', title: '', created: 0, changed: 0, rev: 0, moves: 0 }
  const study = new Study(packGame(start), () => rules)
  const autosave = new Autosave(study, (kept = storage()), {
    ...info,
    opponent: { level: 3, seed: 7, color, fen: '', result: '*', ...more },
  })
  const timeout = async ({ moves }: { moves: string[] }) => ({
    result: moves.length % 2 ? '1-0' : '0-1',
    reason: 'time ran out',
  })
  game = new LocalGame(
    autosave,
    computer,
    () => rules,
    undefined,
    timeout,
    () => time,
  )
}
const tree = () => game.autosave.study.tree
/** The clock of an engine that starts now. */
const budget = () => (computer.play.mock.lastCall![3] as () => object)()
async function plays(move: string) {
  tree().play(move, move)
  await game.follow()
}
const stored = new Map<string, string>()
beforeEach(() => {
  computer = engine()
  time = 1000
  stored.clear()
  vi.stubGlobal('localStorage', {
    getItem: (k: string) => stored.get(k) ?? null,
    setItem: (k: string, v: string) => stored.set(k, v),
    removeItem: (k: string) => stored.delete(k),
  })
})

it('lets the engine answer at its level, and waits for the user', async () => {
  begin('white')
  await game.follow()
  expect(computer.play).not.toHaveBeenCalled()
  expect(game.movable).toEqual(['white'])
  await plays('a')
  expect(game.movable).toEqual([])
  expect(computer.play).toHaveBeenLastCalledWith(
    { variant: 'shrink', fen: '', moves: ['a'] },
    3,
    7,
    expect.any(Function),
  )
  expect(budget()).toEqual({})
  game.answer('b', 'B')
  await game.follow()
  expect(tree().moves()).toEqual(['a', 'b'])
  expect(game.movable).toEqual(['white'])
  expect(game.opponent.fen).toBe('fen 2')
  await vi.waitFor(() => expect(kept.saved.at(-1)!.moves).toBe(2)) // without the delay of edits
})
it('lets the engine begin as White', async () => {
  begin('black')
  await game.follow()
  expect(computer.play).toHaveBeenCalledOnce()
})
it('shows the answer, whatever the user looks at', async () => {
  begin('white')
  await game.follow()
  await plays('a')
  game.views.first()
  expect(game.views.ply).toBe(0)
  game.answer('b', 'B')
  await game.follow()
  expect(game.views.ply).toBe(2)
  expect(game.moves.map((m) => m.color)).toEqual(['white', 'black'])
})
it('plays a premove', async () => {
  begin('white')
  await game.follow()
  await plays('a')
  game.premove = { from: 1, to: 2, key: 3, piece: 'P' }
  choices = { ply: 2, routes: [{ from: 1, to: 2, text: 'c' }] }
  game.answer('b', 'B')
  await game.follow()
  await vi.waitFor(() => expect(tree().mainLine()).toHaveLength(3))
})
it('tells what happens', async () => {
  begin('white')
  const heard: string[] = []
  game.listen((n) => heard.push(n.t === 'event' ? n.event.kind : n.t))
  await game.follow()
  await plays('a')
  await game.order('takeback-offer')
  await game.follow()
  await plays('x')
  expect(heard).toEqual(['move', 'takeback', 'move', 'move'])
  expect(game.game).toMatchObject({ status: 'finished', result: '1-0', white: { you: true }, black: { level: 3 } })
})
it('ignores the answer to a move that was taken back', async () => {
  begin('white')
  await game.follow()
  await plays('a')
  await game.order('takeback-offer')
  await game.follow()
  expect(computer.stop).toHaveBeenCalled()
  game.answer('b', 'B')
  expect(tree().size).toBe(0)
})
it('takes back the computer’s move with the user’s', async () => {
  begin('white')
  await game.follow()
  await plays('a')
  game.answer('b', 'B')
  await game.follow()
  await game.order('takeback-offer')
  expect(tree().size).toBe(0)
})
it('ends by the rules, and by resignation', async () => {
  begin('white')
  await plays('x')
  expect(tree().head).toMatchObject({ result: '1-0', reason: 'checkmate' })
  expect(tree().game().reason).toBe('checkmate') // for its PGN
  expect(game.opponent.result).toBe('1-0')
  expect(computer.play).not.toHaveBeenCalled()
  begin('black')
  await game.follow()
  await game.order('resign')
  await game.follow()
  expect(tree().head).toMatchObject({ result: '1-0', reason: 'resignation' })
  game.answer('b', 'B')
  expect(tree().size).toBe(0)
})
it('takes nothing back where that was not allowed', async () => {
  begin('white', { casual: false })
  await plays('a')
  await game.order('takeback-offer')
  expect(tree().size).toBe(1)
})

describe('clocks', () => {
  const control: Control = { base: 60_000, increment: 2000 }
  const shown = () => game.clock!.both
  /** The user plays, then the engine answers after so long. */
  async function user(move: string, takes = 0) {
    time += takes
    await game.play(move)
    await game.follow()
  }
  async function answers(move: string, takes: number) {
    computer.state = 'searching'
    game.runClock()
    time += takes
    game.answer(move, move)
    computer.state = 'done'
    await game.follow()
  }
  async function opening() {
    begin('white', { control })
    await game.follow()
    await user('a', 5000)
    await answers('b', 3000)
  }

  it('do not run in a game without a control', () => {
    begin('white')
    expect(game.clock).toBeNull()
    begin('white', { control: { days: 3 } })
    expect(game.clock).toBeNull()
  })
  it('run after a move of each player, and add the increment', async () => {
    await opening()
    expect(shown()).toEqual({ white: 60_000, black: 60_000 })
    await user('c', 10_000)
    expect(shown()).toEqual({ white: 52_000, black: 60_000 })
    expect(budget()).toEqual({ time: 60_000, increment: 2000 })
    computer.state = 'searching'
    game.runClock()
    time += 1000
    computer.state = 'paused' // the page is hidden
    game.runClock()
    time += 4000
    expect(budget()).toEqual({ time: 59_000, increment: 2000 })
    expect(shown().black).toBe(59_000)
    await answers('d', 6000)
    expect(shown()).toEqual({ white: 52_000, black: 55_000 })
    time += 2000
    expect(shown().white).toBe(50_000)
    expect(clocksOf(tree().mainLine(), '')).toEqual({ white: 52_000, black: 55_000 })
  })
  it('survive a reload', async () => {
    await opening()
    await user('c', 10_000)
    await answers('d', 1000)
    time += 20_000
    game.close()
    time += 900_000 // the page is closed
    begin('white', { control }, ['a', 'b', 'c', 'd'])
    await game.follow()
    expect(shown()).toEqual({ white: 32_000, black: 61_000 })
    time += 1000
    expect(shown().white).toBe(31_000)
  })
  it('give no time back with a move', async () => {
    await opening()
    await user('c', 30_000)
    await answers('d', 1000)
    time += 5000
    await game.order('takeback-offer')
    await game.follow()
    expect(shown()).toEqual({ white: 27_000, black: 60_000 })
  })
  it('show whole milliseconds, also of games that stored fractions', async () => {
    time = 1000.3
    await opening()
    await user('c', 10_000.4)
    await answers('d', 777.7)
    expect(shown()).toEqual({ white: 52_000, black: 61_222 })
    const packed = tree().packed()
    expect(packed.moves.map((m) => m.k)).toEqual([undefined, 60_000, 60_000, 52_000, 61_222])
    packed.moves[3]!.k = 51_999.6
    expect(unpack(packed).table.get(3)!.clock).toBe(52_000)
  })
  it('are kept only while they run', async () => {
    await opening()
    const set = vi.spyOn(localStorage, 'setItem')
    game.keep()
    time += 1000
    game.keep()
    expect(set).toHaveBeenCalledTimes(2)
    game.runClock()
    await user('c') // the engine does not start
    set.mockClear()
    game.keep()
    expect(set).not.toHaveBeenCalled()
    await game.order('resign')
    game.keep()
    const remove = vi.spyOn(localStorage, 'removeItem')
    game.keep()
    expect(remove).not.toHaveBeenCalled()
    expect(keptClocks('s', 3)).toBeNull()
  })
  it('end the game of a computer that answers too late', async () => {
    await opening()
    await user('c', 10_000)
    await answers('d', 60_001)
    await vi.waitFor(() => expect(tree().head.result).toBe('1-0'))
    expect(tree().size).toBe(3)
    expect(shown().black).toBe(0)
  })
  it('show that a player lost on time after a reload', async () => {
    begin('white', { control }, ['a', 'b'])
    tree().setHead({ result: '0-1', reason: 'time ran out' })
    await game.follow()
    expect(shown()).toEqual({ white: 0, black: 60_000 })
  })
  it('end the game', async () => {
    await opening()
    time += 60_000
    await user('c')
    expect(tree().head).toMatchObject({
      result: '0-1',
      reason: 'time ran out',
      tags: [{ name: 'WhiteClock', value: '0:00:00' }],
    })
    expect(tree().size).toBe(2)
    expect(keptClocks('s', 2)).toBeNull()
    vi.useFakeTimers()
    await opening()
    time += 60_000
    await vi.advanceTimersByTimeAsync(60_000)
    expect(tree().head.result).toBe('0-1')
    vi.useRealTimers()
  })
})

it('stores a new game with its players', async () => {
  const kept = storage()
  const address = await startGame(kept, rules, {
    variant: 'shrink',
    fen: 'other',
    level: 5,
    color: 'black',
    control: { base: 90_000, increment: 1000 },
    casual: true,
  })
  const info = kept.saved[0]!
  expect(address).toBe(`/analysis/shrink?study=${info.id}`)
  expect(info).toMatchObject({
    name: 'Computer, level 5 – You',
    opponent: { level: 5, color: 'black', fen: 'other', result: '*', control: { base: 90_000 } },
  })
})
it('plays where storage is blocked', async () => {
  const blocked = {
    ...storage(),
    save: () => Promise.reject(new StorageError('blocked')),
    load: () => Promise.reject(new StorageError('blocked')),
  }
  const address = await startGame(blocked, rules, {
    variant: 'shrink',
    fen: '',
    level: 5,
    color: 'white',
    control: { days: 1 },
    casual: false,
  })
  const id = new URLSearchParams(address.split('?')[1]).get('study')!
  const opened = await open({ kind: 'stored', id }, blocked)
  expect(opened.info.opponent).toEqual({
    level: 5,
    seed: expect.any(Number) as number,
    color: 'white',
    fen: 'start',
    result: '*',
    casual: false,
  })
  const study = new Study(opened.packed, () => rules)
  study.tree.play('a', 'A')
  const autosave = new Autosave(study, blocked, opened.info)
  await autosave.retry()
  const again = await open({ kind: 'stored', id }, blocked) // the page was left
  expect(again.packed.moves.map((m) => m.m)).toEqual([undefined, 'a'])
  await expect(open({ kind: 'stored', id: 'other' }, blocked)).rejects.toThrow('cannot be read')
})
