import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { BoardView, Game, Replay } from '../lib/types'
import { Show } from './show.svelte'

/** The game as the server has it; questions are answered from here. */
let moves: string[]
let status: Game['status']
let asked: string[]
let refuse: { status: number; body: string } | null

const view = (ply: number): BoardView => ({
  look: 'classic',
  ply,
  fen: `fen ${ply}`,
  turn: 'white',
  box: [0, 0, 1, 1],
  pieces: [],
  san: moves[ply - 1],
  squares: ply === 0 ? [] : undefined,
})

function answer(address: string): Response {
  asked.push(address)
  if (refuse) return new Response(refuse.body, { status: refuse.status })
  let from = Number(new URL(address, 'http://x').searchParams.get('from') ?? 0)
  if (from > moves.length) from = 0
  const replay: Replay = {
    variant: 'shrink',
    title: 'Shrink Chess',
    look: 'classic',
    fen: 'start',
    moves: [...moves],
    from,
    views: Array.from({ length: moves.length - from + 1 }, (_, i) => view(from + i)),
    game: { status } as Game,
  }
  return new Response(JSON.stringify(replay))
}

const seen = new EventTarget() as EventTarget & { hidden: boolean }
seen.hidden = false
const look = async (hidden: boolean) => {
  seen.hidden = hidden
  seen.dispatchEvent(new Event('visibilitychange'))
  await vi.advanceTimersByTimeAsync(0)
}

beforeEach(() => {
  vi.useFakeTimers()
  ;[moves, status, asked, refuse] = [['a', 'b', 'c'], 'live', [], null]
  vi.stubGlobal('document', seen)
  vi.stubGlobal('fetch', (address: string) => Promise.resolve(answer(address)))
})
afterEach(() => {
  for (const show of shows.splice(0)) show.close()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  seen.hidden = false
})

const shows: Show[] = []

async function opened(ply?: number, autoplay = false): Promise<Show> {
  const show = new Show('/api/games/x/replay', 'out of reach')
  shows.push(show)
  await show.open(ply, autoplay)
  return show
}

describe('an embedded board', () => {
  it('begins at the last move, or where it is told to', async () => {
    expect((await opened()).ply).toBe(3)
    expect((await opened(1)).ply).toBe(1)
    expect((await opened(99)).ply).toBe(3)
  })
  it('asks for what is new, and goes on to it', async () => {
    const show = await opened()
    moves.push('d')
    await vi.advanceTimersByTimeAsync(4000)
    expect(asked.at(-1)).toBe('/api/games/x/replay?from=3')
    expect([show.ply, show.end, show.view?.fen]).toEqual([4, 4, 'fen 4'])
  })
  it('leaves a user who looks back in place', async () => {
    const show = await opened(1)
    moves.push('d')
    await vi.advanceTimersByTimeAsync(4000)
    expect([show.ply, show.end]).toEqual([1, 4])
  })
  it('learns of moves that were taken back', async () => {
    const show = await opened()
    moves = ['a', 'x', 'y', 'z']
    await vi.advanceTimersByTimeAsync(4000)
    expect(show.views.map((s) => s.san)).toEqual([undefined, 'a', 'x', 'y', 'z'])
    moves = ['a']
    await vi.advanceTimersByTimeAsync(4000)
    expect([show.end, show.ply]).toEqual([1, 1])
  })
  it('asks no more when the game is over, hidden or closed', async () => {
    const show = await opened()
    await look(true)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(asked.length).toBe(1)
    await look(false)
    expect(asked.length).toBe(2)
    status = 'finished'
    await vi.advanceTimersByTimeAsync(4000)
    expect(asked.length).toBe(3)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(asked.length).toBe(3)
    expect(show.live).toBe(false)
    show.close()
    const other = await opened()
    other.close()
    status = 'live'
    await vi.advanceTimersByTimeAsync(60_000)
    expect(asked.length).toBe(4)
  })
  it('plays to the end, and from the start again', async () => {
    const show = await opened(1)
    show.play()
    await vi.advanceTimersByTimeAsync(1600)
    expect([show.ply, show.playing]).toEqual([2, true])
    await vi.advanceTimersByTimeAsync(1600)
    expect([show.ply, show.playing]).toEqual([3, false])
    show.play()
    expect(show.ply).toBe(0)
    show.show(2)
    expect(show.playing).toBe(false)
    await vi.advanceTimersByTimeAsync(9000)
    expect(show.ply).toBe(2)
  })
  it('plays by itself if it is told to', async () => {
    const show = await opened(undefined, true)
    expect([show.ply, show.playing]).toEqual([0, true])
  })
  it('says what the server says is wrong, and whether that may pass', async () => {
    refuse = { status: 404, body: '{"detail":"No such variant."}' }
    let show = await opened()
    expect([show.fault, show.again]).toEqual(['No such variant.', false])
    refuse = { status: 503, body: 'busy' }
    show = await opened()
    expect(show.again).toBe(true)
    refuse = null
    await show.open()
    expect([show.fault, show.ply]).toEqual(['', 3])
    refuse = { status: 500, body: '' }
    await vi.advanceTimersByTimeAsync(4000)
    expect([show.fault, show.end]).toEqual(['', 3]) // what is shown stays
    refuse = null
    moves.push('d')
    await vi.advanceTimersByTimeAsync(4000)
    expect(show.end).toBe(4)
  })
  it('says that the server cannot be reached', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new Error('no network')))
    const show = await opened()
    expect([show.fault, show.again]).toEqual(['out of reach', true])
  })
})
