import { flushSync } from 'svelte'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { BoardView, Game, Line, Rules } from '../net/types'
import { packed } from './fixtures'
import { Study } from './study.svelte'
import { Workspace, type WorkspaceOptions } from './workspace.svelte'

vi.mock('../ui/prefs.svelte', () => ({ prefs: { shortcuts: true } }))

const viewOf = (line: Line): BoardView => ({
  look: 'classic',
  full: [8, 8],
  ply: line.moves.length,
  fen: line.moves.join(' '),
  turn: 'white',
  box: [0, 0, 2, 2],
  squares: [],
  shapes: [],
  pieces: [],
  move: line.moves.at(-1),
  san: line.moves.at(-1),
})
const rules = () =>
  ({ views: async (line) => [viewOf(line)], choices: async () => ({ ply: 0, routes: [] }) }) as Partial<Rules> as Rules

let close: () => void
let options = $state.raw<WorkspaceOptions>()!
/** Gives the page other properties. */
const set = (more: Partial<WorkspaceOptions>) => (options = { ...options, ...more })
/** Opens the page of a study as a component does, and waits until the board shows it. */
async function open(text: string, more: Partial<WorkspaceOptions> = {}): Promise<Workspace> {
  const study = new Study(packed(text), rules)
  options = { study, tables: -1, chapters: false, explorer: false, onedit: vi.fn(), ...more }
  let workspace: Workspace
  close = $effect.root(() => void (workspace = new Workspace(() => options)))
  await settle()
  return workspace!
}
/** Lets effects run, and what they ask for arrive. */
async function settle(): Promise<void> {
  flushSync()
  await vi.advanceTimersByTimeAsync(100)
  flushSync()
}
beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  close()
  vi.unstubAllGlobals()
})
const finished = { id: 'abc', status: 'finished', ply: 2 } as Game
const ending = { category: 'win', turn: 'white', mate: 3, moves: [] }
const answering = (body: unknown) => vi.stubGlobal('fetch', async () => Response.json(body))

it('shows the node that the user goes to, and says when that may be an edit', async () => {
  const w = await open('a b')
  expect([w.ready, w.view?.ply, w.line.moves]).toEqual([true, 0, []])
  w.tree.forward()
  flushSync()
  expect(w.ready).toBe(false)
  await settle()
  expect([w.ready, w.view?.ply, w.line.moves]).toEqual([true, 1, ['a']])
  expect(options.onedit).toHaveBeenCalledTimes(2)
})

it('keeps the line of the engine while only a comment changes', async () => {
  const w = await open('a b')
  const { line } = w
  w.tree.setComment('after', 'hello')
  await settle()
  expect(w.line).toBe(line)
  w.tree.forward()
  await settle()
  expect(w.line).not.toBe(line)
})

it('has a panel of chapters in a shared study, and of the review of a finished game', async () => {
  answering({ status: 'none', done: 0, of: 0 })
  const w = await open('a b')
  expect([w.panel, w.panels]).toEqual(['moves', ['moves', 'engine', 'notes', 'explorer', 'share']])
  expect([w.reviewed, w.evaluated]).toEqual([undefined, false])
  close()
  const game = await open('a b', { game: finished, chapters: true })
  expect([game.panel, game.panels]).toEqual([
    'review',
    ['chapters', 'moves', 'engine', 'notes', 'explorer', 'review', 'share'],
  ])
  expect([game.reviewed, game.evaluated]).toEqual(['abc', true])
  close()
  expect((await open('', { game: { ...finished, ply: 0 } })).panels).not.toContain('review')
})

it('shows the moves beside the engine and the notes', async () => {
  const w = await open('a')
  for (const [panel, beside] of [
    ['engine', 'moves'],
    ['notes', 'moves'],
    ['share', 'share'],
  ] as const) {
    w.choose(panel)
    expect(w.beside).toBe(beside)
  }
})

it('opens the explorer that the address names, also later', async () => {
  const w = await open('a', { explorer: true })
  expect(w.panel).toBe('explorer')
  set({ explorer: false })
  w.choose('notes')
  await settle()
  expect(w.panel).toBe('notes')
  set({ explorer: true })
  await settle()
  expect(w.panel).toBe('explorer')
})

it.each([
  ['opens for a position of its own', '', () => {}, 'explorer'],
  ['stays closed beside moves', 'a', () => {}, 'moves'],
  ['stays closed after another choice', '', (w: Workspace) => w.choose('moves'), 'moves'],
])('the tablebase %s', async (what, text, before: (w: Workspace) => void, want) => {
  answering({ ...ending, fen: what })
  const w = await open(text)
  before(w)
  set({ tables: 5 })
  await settle()
  expect([w.few, w.probe.ending?.mate, w.panel]).toEqual([true, 3, want])
  set({ tables: -1 })
  await settle()
  expect([w.few, w.probe.ending]).toEqual([false, null])
})

it('plays what a panel shows only for the position on the board', async () => {
  const w = await open('')
  w.playShown('x')
  await settle()
  expect(w.tree.moves()).toEqual(['x'])
  w.tree.back()
  flushSync()
  w.playShown('y')
  await settle()
  expect(w.tree.moves()).toEqual([])
})

it('takes keys', async () => {
  const w = await open('a (b)')
  const press = (key: string, more: Partial<KeyboardEvent> = {}) => {
    const target = Object.assign(new EventTarget(), { closest: () => null })
    w.key({ key, target, preventDefault: () => {}, ...more } as unknown as KeyboardEvent)
  }
  vi.stubGlobal('HTMLTextAreaElement', class {})
  press('ArrowRight')
  press('ArrowDown')
  expect(w.tree.moves()).toEqual(['b'])
  press('f')
  press('D')
  press('?')
  expect([w.study.flipped, w.study.brush, w.helping]).toEqual([true, 'green', true])
  w.tree.setComment('after', 'hello')
  press('z', { ctrlKey: true })
  expect(w.tree.here.after ?? '').toBe('')
  press('f', { altKey: true })
  expect(w.study.flipped).toBe(true)
})
