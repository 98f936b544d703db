import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { BoardView, Game, Replay } from '../net/types'
import { EmbedReplay } from './replay.svelte'

/** The game on the server, from which requests are answered. */
let moves: string[]
let status: Game['status']
let asked: string[]
let refuse: { status: number; body: string } | null

const view = (ply: number): BoardView => ({
  look: 'classic',
  full: [8, 8],
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
  const answer: Replay = {
    variant: 'shrink',
    title: 'Shrink Chess',
    look: 'classic',
    full: [8, 8],
    fen: 'start',
    moves: [...moves],
    from,
    views: Array.from({ length: moves.length - from + 1 }, (_, i) => view(from + i)),
    game: { status } as Game,
  }
  return new Response(JSON.stringify(answer))
}

const seen = new EventTarget() as EventTarget & { hidden: boolean }
seen.hidden = false
const setHidden = async (hidden: boolean) => {
  seen.hidden = hidden
  seen.dispatchEvent(new Event('visibilitychange'))
  await vi.advanceTimersByTimeAsync(0)
}

beforeEach(() => {
  vi.useFakeTimers()
  ;[moves, status, asked, refuse] = [['a', 'b', 'c'], 'live', [], null]
  vi.stubGlobal('document', seen)
  vi.stubGlobal('addEventListener', () => {})
  vi.stubGlobal('removeEventListener', () => {})
  vi.stubGlobal('fetch', (address: string) => Promise.resolve(answer(address)))
})
afterEach(() => {
  for (const replay of replays.splice(0)) replay.close()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  seen.hidden = false
})

const replays: EmbedReplay[] = []

async function opened(ply?: number, autoplay = false): Promise<EmbedReplay> {
  const replay = new EmbedReplay('/api/games/x/replay', 'out of reach')
  replays.push(replay)
  replay.open(ply, autoplay)
  await vi.advanceTimersByTimeAsync(0)
  return replay
}

describe('an embedded board', () => {
  it('begins at the last move or the requested ply', async () => {
    expect((await opened()).ply).toBe(3)
    expect((await opened(1)).ply).toBe(1)
    expect((await opened(99)).ply).toBe(3)
  })
  it('fetches new moves and shows them', async () => {
    const replay = await opened()
    moves.push('d')
    await vi.advanceTimersByTimeAsync(4000)
    expect(asked.at(-1)).toBe('/api/games/x/replay?from=3')
    expect([replay.ply, replay.end, replay.view?.fen]).toEqual([4, 4, 'fen 4'])
  })
  it('does not move a user who looks at earlier moves', async () => {
    const replay = await opened(1)
    moves.push('d')
    await vi.advanceTimersByTimeAsync(4000)
    expect([replay.ply, replay.end]).toEqual([1, 4])
  })
  it('follows a takeback', async () => {
    const replay = await opened()
    moves = ['a', 'x', 'y', 'z']
    await vi.advanceTimersByTimeAsync(4000)
    expect(replay.views.map((s) => s.san)).toEqual([undefined, 'a', 'x', 'y', 'z'])
    moves = ['a']
    await vi.advanceTimersByTimeAsync(4000)
    expect([replay.end, replay.ply]).toEqual([1, 1])
  })
  it('does not poll when the game is over, hidden or closed', async () => {
    const replay = await opened()
    await setHidden(true)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(asked.length).toBe(1)
    await setHidden(false)
    expect(asked.length).toBe(2)
    status = 'finished'
    await vi.advanceTimersByTimeAsync(4000)
    expect(asked.length).toBe(3)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(asked.length).toBe(3)
    expect(replay.live).toBe(false)
    replay.close()
    const other = await opened()
    other.close()
    status = 'live'
    await vi.advanceTimersByTimeAsync(60_000)
    expect(asked.length).toBe(4)
  })
  it('plays to the end, and from the start again', async () => {
    const replay = await opened(1)
    replay.play()
    await vi.advanceTimersByTimeAsync(1600)
    expect([replay.ply, replay.playing]).toEqual([2, true])
    await vi.advanceTimersByTimeAsync(1600)
    expect([replay.ply, replay.playing]).toEqual([3, false])
    replay.play()
    expect(replay.ply).toBe(0)
    replay.goTo(2)
    expect(replay.playing).toBe(false)
    await vi.advanceTimersByTimeAsync(9000)
    expect(replay.ply).toBe(2)
  })
  it('plays the moves if requested', async () => {
    const replay = await opened(undefined, true)
    expect([replay.ply, replay.playing]).toEqual([0, true])
  })
  it('shows the server’s error and whether a retry may help', async () => {
    refuse = { status: 404, body: '{"detail":"No such variant."}' }
    let replay = await opened()
    expect([replay.fault, replay.retryable]).toEqual(['No such variant.', false])
    refuse = { status: 503, body: 'busy' }
    replay = await opened()
    expect(replay.retryable).toBe(true)
    refuse = null
    replay.open()
    await vi.advanceTimersByTimeAsync(0)
    expect([replay.fault, replay.ply]).toEqual(['', 3])
    refuse = { status: 500, body: '' }
    await vi.advanceTimersByTimeAsync(4000)
    expect([replay.fault, replay.end]).toEqual(['', 3]) // what is shown stays
    refuse = null
    moves.push('d')
    await vi.advanceTimersByTimeAsync(4000)
    expect(replay.end).toBe(4)
  })
  it('says that the server cannot be reached', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new Error('no network')))
    const replay = await opened()
    expect([replay.fault, replay.retryable]).toEqual(['out of reach', true])
  })
})
