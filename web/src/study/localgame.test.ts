import { beforeEach, expect, it, vi } from 'vitest'
import type { BoardView, Rules, StudyGame } from '../lib/types'
import { packGame } from './packed'
import { Autosave } from './autosave.svelte'
import { LocalGame, startGame } from './localgame.svelte'
import type { Opponent, StudyInfo, StudyStorage } from './storage'
import { Study } from './study.svelte'

vi.mock('../lib/api', async (load) => ({ ...(await load<object>()), api: { variant: async () => ({ title: 'Shrink Chess' }) } }))

/** Rules in which moves alternate, and "x" ends the game. */
const rules: Rules = {
  views: async ({ moves }, from) =>
    [...moves, ''].slice(Math.max(0, from - 1), moves.length + 1).flatMap((_, i) => {
      const ply = from + i
      const last = moves[ply - 1]
      return ply > moves.length ? [] : [view(ply, last)]
    }),
  choices: async () => ({ ply: 0, routes: [] }) as never,
  preview: async () => ({}) as never,
  check: async (_, fen) => ({ ...view(0), fen: fen || 'start' }),
}
const view = (ply: number, move = ''): BoardView =>
  ({ ply, move, san: move, turn: ply % 2 ? 'black' : 'white', fen: `fen ${ply}`, ...(move === 'x' ? { result: '1-0', reason: 'checkmate' } : {}) }) as BoardView

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
const engine = () => ({ state: 'off' as const, play: vi.fn<(...a: unknown[]) => void>(), stop: vi.fn<() => void>() })

let computer: ReturnType<typeof engine>
let game: LocalGame
let kept: ReturnType<typeof storage>
function begin(color: Opponent['color']) {
  const root = { move: '', san: '', children: [] }
  const start: StudyGame = { variant: 'shrink', title: 'Shrink Chess', fen: '', tags: [], result: '*', root }
  const info: StudyInfo = { id: 's', name: '', variant: 'shrink', title: '', created: 0, changed: 0, rev: 0, moves: 0 }
  const study = new Study(packGame(start), () => rules)
  const autosave = new Autosave(study, (kept = storage()), { ...info, opponent: { level: 3, seed: 7, color, fen: '', result: '*' } })
  game = new LocalGame(autosave, computer, () => rules)
}
const tree = () => game.autosave.study.tree
async function plays(move: string) {
  tree().play(move, move)
  await game.follow()
}
beforeEach(() => (computer = engine()))

it('lets the engine answer at its level, and waits for the user', async () => {
  begin('white')
  await game.follow()
  expect(computer.play).not.toHaveBeenCalled()
  expect(game.yours).toBe(true)
  await plays('a')
  expect(game.yours).toBe(false)
  expect(computer.play).toHaveBeenLastCalledWith({ variant: 'shrink', fen: '', moves: ['a'] }, 3, 7)
  game.answer('b', 'B')
  await game.follow()
  expect(tree().moves()).toEqual(['a', 'b'])
  expect(game.yours).toBe(true)
  expect(game.opponent.fen).toBe('fen 2')
  await vi.waitFor(() => expect(kept.saved.at(-1)!.moves).toBe(2)) // without the delay of edits
})
it('lets the engine begin as White', async () => {
  begin('black')
  await game.follow()
  expect(computer.play).toHaveBeenCalledOnce()
})
it('keeps the position that the user looks at', async () => {
  begin('white')
  await game.follow()
  await plays('a')
  tree().first()
  game.answer('b', 'B')
  expect(tree().current).toBe(0)
  expect(tree().mainLine()).toHaveLength(2)
})
it('ignores the answer to a move that was taken back', async () => {
  begin('white')
  await game.follow()
  await plays('a')
  expect(game.takeback).toBe(1)
  game.takeBack()
  await game.follow()
  expect(computer.stop).toHaveBeenCalled()
  game.answer('b', 'B')
  expect(tree().size).toBe(0)
  expect(game.takeback).toBe(0)
})
it('takes back the computer’s move with the user’s', async () => {
  begin('white')
  await game.follow()
  await plays('a')
  game.answer('b', 'B')
  await game.follow()
  expect(game.takeback).toBe(2)
  game.takeBack()
  expect(tree().size).toBe(0)
})
it('ends by the rules, and by resignation', async () => {
  begin('white')
  await plays('x')
  expect(tree().head).toMatchObject({ result: '1-0', tags: [{ name: 'Termination', value: 'checkmate' }] })
  expect(game.opponent.result).toBe('1-0')
  expect(computer.play).not.toHaveBeenCalled()
  begin('black')
  await game.follow()
  game.resign()
  await game.follow()
  expect(tree().head).toMatchObject({ result: '1-0', tags: [{ name: 'Termination', value: 'resignation' }] })
  game.answer('b', 'B')
  expect(tree().size).toBe(0)
})
it('stores a new game with its players', async () => {
  const kept = storage()
  const address = await startGame(kept, rules, { variant: 'shrink', fen: 'other', level: 5, color: 'black' })
  const info = kept.saved[0]!
  expect(address).toBe(`/analysis/shrink?study=${info.id}`)
  expect(info).toMatchObject({ name: 'Computer, level 5 – You', opponent: { level: 5, color: 'black', fen: 'other', result: '*' } })
})
