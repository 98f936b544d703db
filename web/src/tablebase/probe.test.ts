import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { unreachable } from '../net/sentences.text'
import { tablebase as text, verdict } from './text'
import { brief, engine } from '../analysis/engine.text'
import type { Ending, EndingMove } from '../net/types'

const ending = (fen: string, over: Partial<Ending> = {}): Ending => ({
  variant: 'shrink',
  fen,
  turn: 'white',
  category: 'win',
  plies: 3,
  mate: 2,
  moves: [],
  ...over,
})

describe('probe', () => {
  let asked: string[] = []
  let replies: ((r: Response | Error) => void)[] = []
  const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status })
  const settle = () => vi.advanceTimersByTimeAsync(1)

  beforeEach(() => {
    vi.useFakeTimers()
    vi.resetModules()
    asked = []
    replies = []
    vi.stubGlobal('fetch', (path: string) => {
      asked.push(new URL(path, 'http://wane.example').searchParams.get('fen')!)
      return new Promise<Response>((ok, fail) => replies.push((r) => (r instanceof Error ? fail(r) : ok(r))))
    })
  })
  afterEach(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })
  async function fresh() {
    const { TablebaseProbe, pause } = await import('./probe.svelte')
    const e = new TablebaseProbe()
    return { e, wait: () => vi.advanceTimersByTimeAsync(pause) }
  }

  it('are requested after a pause, and only once', async () => {
    const { e, wait } = await fresh()
    e.ask('shrink', 'passing')
    e.ask('shrink', 'a')
    e.ask('shrink', 'a')
    expect([e.busy, e.ending]).toEqual([true, null])
    await wait()
    expect(asked).toEqual(['a'])
    replies[0]!(json(ending('a')))
    await settle()
    expect([e.busy, e.ending?.fen]).toEqual([false, 'a'])
    e.clear()
    expect(e.ending).toBeNull()
    e.ask('shrink', 'a')
    expect(e.ending?.fen).toBe('a')
    await wait()
    expect(asked).toEqual(['a'])
  })

  it('that come too late are cached but not shown', async () => {
    const { e, wait } = await fresh()
    e.ask('shrink', 'a')
    await wait()
    e.ask('shrink', 'b')
    await wait()
    replies[1]!(json(ending('b')))
    await settle()
    replies[0]!(json(ending('a')))
    await settle()
    expect(e.ending?.fen).toBe('b')
    e.ask('shrink', 'a')
    expect(e.ending?.fen).toBe('a')
    expect(asked).toEqual(['a', 'b'])
  })

  it('that are unknown come with the reason', async () => {
    const { e, wait } = await fresh()
    for (const [code, status] of [
      ['outside', 422],
      ['no-table', 404],
    ] as const) {
      e.ask('shrink', code)
      await wait()
      replies.at(-1)!(json({ code, detail: `It is ${code}.` }, status))
      await settle()
      expect([e.why, e.ending, e.failed, e.busy]).toEqual([`It is ${code}.`, null, '', false])
    }
    e.ask('shrink', 'outside')
    expect(e.why).toBe('It is outside.')
    expect(asked).toEqual(['outside', 'no-table'])
  })

  it('can be requested again after a failure', async () => {
    const { e, wait } = await fresh()
    e.retry() // nothing has
    e.ask('shrink', 'a')
    await wait()
    replies[0]!(new TypeError('no network'))
    await settle()
    expect([e.failed, e.busy]).toEqual([unreachable, false])
    e.retry()
    expect([e.failed, e.busy]).toEqual(['', true])
    await wait()
    replies[1]!(json({ code: 'too-fast', detail: 'That was too fast.' }, 429))
    await settle()
    expect(e.failed).toBe('That was too fast.')
    e.retry()
    await wait()
    replies[2]!(json(ending('a')))
    await settle()
    expect([e.failed, e.ending?.fen]).toEqual(['', 'a'])
  })

  it('are from White’s view in the bar', async () => {
    const { scoreOf } = await import('./probe.svelte')
    expect(scoreOf(ending('a'))).toEqual({ mate: 2 })
    expect(scoreOf(ending('a', { turn: 'black' }))).toEqual({ mate: -2 })
    expect(scoreOf(ending('a', { category: 'loss', plies: 4 }))).toEqual({ mate: -2 })
    expect(scoreOf(ending('a', { category: 'loss', turn: 'black', plies: 4 }))).toEqual({ mate: 2 })
    const draw = scoreOf(ending('a', { category: 'draw', plies: 0, mate: 0 }))
    expect(draw).toEqual({ cp: 0 })
    expect([brief(draw, true), brief(draw), engine.bar(draw, true)]).toEqual(['½', '0.0', 'Evaluation: draw (proven)'])
  })
})

it('a verdict names the winner', () => {
  expect(verdict(ending('a'))).toBe('White wins: mate in 2')
  expect(verdict(ending('a', { category: 'loss' }))).toBe('Black wins: mate in 2')
  expect(verdict(ending('a', { turn: 'black' }))).toBe('Black wins: mate in 2')
  expect(verdict(ending('a', { category: 'draw' }))).toBe('Draw')
  expect(verdict(ending('a', { category: 'loss', mate: 0, plies: 0, checkmate: true }))).toBe(
    'Checkmate: Black has won',
  )
  expect(verdict(ending('a', { category: 'draw', stalemate: true }))).toBe('Stalemate: draw')
  expect(verdict(ending('a', { variant: 'convergent', category: 'loss', mate: 0, plies: 0, stalemate: true }))).toBe(
    'Stalemate: Black has won',
  )
})

it('a move says how far it is from mate', () => {
  const move = (over: Partial<EndingMove>): EndingMove => ({
    move: 'a1a2',
    san: 'Ka2',
    category: 'draw',
    plies: 0,
    mate: 0,
    ...over,
  })
  expect(text.distance(move({}))).toBe('')
  expect(text.distance(move({ stalemate: true }))).toBe('stalemate')
  expect(text.distance(move({ category: 'win', plies: 3, mate: 2 }))).toBe('mate in 2')
  expect(text.distance(move({ category: 'win', plies: 1, mate: 1, checkmate: true }))).toBe('checkmate')
  expect(text.distance(move({ category: 'loss', plies: 2, mate: 1 }))).toBe('mated in 1')
  expect(text.plies(move({ plies: 1 }))).toBe('1 ply')
})
