import { describe, expect, it, vi } from 'vitest'
import { ApiError } from '../net/api'
import type { AttemptReport, AttemptResult } from './api'
import { puzzle, settled, solving } from './fixtures'
import { NonePuzzle, type Next } from './next'
import type { Filter } from './puzzle'
import { Series } from './series.svelte'
import { knownRating } from './stored'

const any: Filter = { variant: '', theme: '', goal: '' }
const result = (id: string): AttemptResult => ({
  id,
  puzzle: 'one',
  right: true,
  counted: true,
  before: { rating: 1500, deviation: 60 },
  after: { rating: 1510, deviation: 60 },
  puzzleRating: 900,
})

/** A series of the puzzles one, two, … of a server that answers as the test says. */
function series(more: Partial<Record<'nextPuzzle' | 'puzzleOf' | 'withdraw' | 'rating', unknown>> = {}) {
  const names = ['one', 'two', 'three']
  const results: Record<string, AttemptResult> = {}
  const add = vi.fn(async (a: AttemptReport) => void (results[a.id] = result(a.id)))
  const source = {
    nextPuzzle: async (): Promise<Next> => ({ puzzle: puzzle(names.shift()!), offline: false }),
    puzzleOf: async (id: string): Promise<Next> => ({ puzzle: puzzle(id), offline: true }),
    rating: async () => ({ rating: 1500 }),
    withdraw: async () => {},
    attempts: { add, flush: async () => {}, results, waiting: 0 },
    ...more,
  } as ConstructorParameters<typeof Series>[1]
  return { s: new Series(solving, source), add, source: source! }
}

/** Gives the browser a storage. */
function keeping() {
  const kept: Record<string, string> = {}
  vi.stubGlobal('localStorage', {
    getItem: (k: string) => kept[k] ?? null,
    setItem: (k: string, v: string) => (kept[k] = v),
  })
}

describe('a series of puzzles', () => {
  it('reports an attempt once, rates it and goes on', async () => {
    const { s, add } = series()
    await s.open(any)
    await settled()
    expect([s.puzzle?.id, s.rating?.rating, s.offline]).toEqual(['one', 1500, false])
    await s.solve!.play('a1a2')
    await s.solve!.play('c1c2')
    await settled()
    expect(add.mock.calls.map(([a]) => [a.puzzle, a.moves, a.helped, a.rated])).toEqual([
      ['one', ['a1a2', 'c1c2'], false, true],
    ])
    expect([s.result?.right, s.rating?.rating]).toEqual([true, 1510])
    await s.next()
    expect([s.puzzle?.id, s.result, s.solve?.over]).toEqual(['two', undefined, false])
  })

  it('leaves the rating to the first attempt at a puzzle', async () => {
    keeping()
    const { s, source } = series()
    await s.open(any)
    await settled()
    source.attempts.add = async (a) => {
      source.attempts.results[a.id] = { ...result(a.id), repeat: true, after: { rating: 1200, deviation: 60 } }
    }
    await s.solve!.play('a1a2')
    await s.solve!.play('c1c2')
    await settled()
    expect([s.result?.repeat, s.rating?.rating]).toEqual([true, 1500])
    vi.unstubAllGlobals()
  })

  it('does not count a puzzle that is tried again', async () => {
    const { s, add } = series()
    await s.open(any)
    await settled()
    await s.solve!.show()
    await s.solve!.begin(true)
    await s.solve!.play('a1a2')
    await s.solve!.play('c1c2')
    expect([s.solve!.phase, s.solve!.solved, add.mock.calls.length]).toEqual(['done', false, 1])
    expect(add.mock.calls[0]![0].helped).toBe(true)
  })

  it('says that help costs the rating before it is used, and afterwards no more', async () => {
    const { s } = series()
    await s.open(any)
    await settled()
    expect(s.atStake).toBe(true)
    s.solve!.giveHint()
    expect(s.atStake).toBe(false)
    await s.next()
    s.rated = false
    expect(s.atStake).toBe(false)
  })

  it('counts what was solved, so that without a server the next is harder', async () => {
    keeping()
    const { s } = series({ rating: async () => Promise.reject(new ApiError(0, 'offline', '')) })
    await s.open(any)
    await settled()
    await s.solve!.play('a1a2')
    await s.solve!.play('c1c2')
    await settled()
    expect(knownRating('shrink')).toMatchObject({ rating: 1510, solved: 1 })
    vi.unstubAllGlobals()
  })

  it('does not rate where the user wants none', async () => {
    const { s } = series()
    s.rated = false
    await s.open(any)
    await settled()
    await s.solve!.play('x')
    expect(s.counts).toBe(false)
  })

  it('shows what was asked for last, in whatever order it comes', async () => {
    const waiting: (() => void)[] = []
    const nextPuzzle = (f: Filter) =>
      new Promise((done) => waiting.push(() => done({ puzzle: puzzle(f.variant), offline: false })))
    const { s } = series({ nextPuzzle })
    void s.open({ ...any, variant: 'shrink' })
    void s.open({ ...any, variant: 'cheshire' })
    waiting[1]!()
    await settled()
    waiting[0]!()
    await settled()
    expect(s.puzzle?.id).toBe('cheshire')
  })

  it.each([
    ['no puzzle of that kind', new NonePuzzle(), undefined, true, /no puzzle of this kind/],
    ['no puzzle at the address', new ApiError(404, 'not-found', ''), 'x', true, /at this address/],
    ['no server', new ApiError(0, 'offline', ''), undefined, false, /unreachable/],
    ['a refusal', new ApiError(403, 'forbidden', 'Not for you.'), 'x', false, /Not for you/],
  ])('says that there is %s, and can try again', async (_, error, id, none, text) => {
    const fail = vi.fn(async () => Promise.reject(error))
    const { s, source } = series({ nextPuzzle: fail, puzzleOf: fail })
    await s.open(any, id)
    expect([s.begun, s.puzzle, s.solve, s.none]).toEqual([true, undefined, undefined, none])
    expect(s.problem).toMatch(text)
    source.nextPuzzle = source.puzzleOf = async () => ({ puzzle: puzzle('again'), offline: false })
    await s.load()
    expect([s.problem, s.none, s.puzzle?.id]).toEqual(['', false, 'again'])
  })

  it('keeps a puzzle that could not be withdrawn', async () => {
    const withdraw = vi.fn(async () => Promise.reject(new ApiError(0, 'offline', '')))
    const { s, source } = series({ withdraw })
    await s.open(any, 'mine')
    await s.withdraw()
    expect([s.puzzle?.id, s.kept !== '']).toEqual(['mine', true])
    source.withdraw = async () => {}
    await s.withdraw()
    expect([s.puzzle, s.none, s.kept]).toEqual([undefined, true, ''])
  })
})
