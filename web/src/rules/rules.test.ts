import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { LessonStep, Line } from '../net/types'
import type { Engine } from './wasm'

// The WebAssembly is tested in Go; here a fake replaces it.
const startEngine = vi.fn<() => Promise<Engine>>()
vi.mock('./wasm', () => ({ startEngine }))

const line: Line = { variant: 'shrink', fen: '', moves: ['e2e4', 'd7d5'] }
const fetching = vi.fn<typeof fetch>()

/** The requests to the server, and its answers. */
function serverSays(body: unknown, status = 200) {
  fetching.mockImplementation(async () => new Response(JSON.stringify(body), { status }))
}
function asked() {
  const [path, init] = fetching.mock.calls.at(-1)!
  return [path, JSON.parse(String(init!.body)) as unknown]
}

function engine(over: Partial<Engine> = {}): Engine {
  return {
    premoves: () => '{"ok":[]}',
    collapses: () => '{"ok":[]}',
    views: (...a) => JSON.stringify({ ok: [['views', ...a]] }),
    choices: (...a) => JSON.stringify({ ok: ['choices', ...a] }),
    preview: (...a) => JSON.stringify({ ok: ['preview', ...a] }),
    refusal: (...a) => JSON.stringify({ ok: a.join(' ') }),
    timeout: (...a) => JSON.stringify({ ok: a.join(' ') }),
    check: (...a) => JSON.stringify({ ok: ['check', ...a] }),
    judge: (...a) => JSON.stringify({ ok: ['judge', ...a] }),
    read: (...a) => JSON.stringify({ ok: ['read', ...a] }),
    write: (...a) => JSON.stringify({ ok: ['write', ...a] }),
    draft: (...a) => JSON.stringify({ ok: ['draft', ...a] }),
    ...over,
  }
}

let m: typeof import('./rules')
beforeEach(async () => {
  vi.resetModules() // whether the rules are loaded is a module's state
  startEngine.mockReset()
  fetching.mockReset()
  vi.stubGlobal('fetch', fetching)
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  m = await import('./rules')
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

describe('before the rules are loaded', () => {
  it('asks the server for board views', async () => {
    serverSays({ views: [{ ply: 2 }] })
    expect(await m.rules().views(line, 2)).toEqual([{ ply: 2 }])
    expect(asked()).toEqual(['/api/views', { ...line, from: 2 }])
  })
  it('waits for the rules if the server cannot answer', async () => {
    fetching.mockRejectedValue(new TypeError('no network'))
    startEngine.mockResolvedValue(engine())
    expect(await m.rules().check('shrink', '')).toEqual(['check', 'shrink', ''])
  })
  it('reports that the server cannot answer if there are no rules either', async () => {
    fetching.mockRejectedValue(new TypeError('no network'))
    startEngine.mockRejectedValue(new Error('no rules'))
    await expect(m.rules().check('shrink', '')).rejects.toThrow('the server is unreachable')
  })
  it('asks the server for choices and previews', async () => {
    serverSays({ ply: 2, routes: [] })
    expect(await m.rules().choices(line)).toEqual({ ply: 2, routes: [] })
    expect(asked()).toEqual(['/api/choices', line])
    await m.rules().preview(line, 'e4d5')
    expect(asked()).toEqual(['/api/preview', { ...line, move: 'e4d5' }])
  })
  it('lets the server judge a step of a lesson by its number', async () => {
    serverSays({ state: 'done' })
    const step = { variant: 'cheshire8', goal: { kind: 'capture' } } as LessonStep
    expect(await m.judge('diminuendo:a', 2, step, ['e2e4', 'd7d5'])).toEqual({ state: 'done' })
    expect(asked()).toEqual(['/api/learn/diminuendo%3Aa/judge', { step: 2, moves: ['e2e4', 'd7d5'] }])
    startEngine.mockResolvedValue(engine())
    await m.loadRules()
    expect(await m.judge('cheshire', 2, step, ['e2e4', 'd7d5'])).toEqual([
      'judge',
      'cheshire8',
      JSON.stringify(step),
      'e2e4 d7d5',
    ])
  })

  it('checks a FEN as the first board view of a line', async () => {
    serverSays({ views: [{ ply: 0 }] })
    expect(await m.rules().check('shrink', 'k/R/K w - - 0 1')).toEqual({ ply: 0 })
    expect(asked()).toEqual(['/api/views', { variant: 'shrink', fen: 'k/R/K w - - 0 1', moves: [], from: 0 }])
  })
  it('edits drafts', async () => {
    serverSays({ state: { variant: 'shrink' } })
    const edit = { do: 'size', numbers: [3, 3] } as const
    expect(await m.draft({ variant: 'shrink' }, { do: 'size', numbers: [3, 3] })).toEqual({
      state: { variant: 'shrink' },
    })
    expect(asked()).toEqual(['/api/draft', { state: { variant: 'shrink' }, edit }])
  })
  it('sends nothing but the line', async () => {
    serverSays({ ply: 2, routes: [] })
    await m.rules().choices({ ...line, id: 'abc' } as Line)
    expect(asked()).toEqual(['/api/choices', line])
  })
  it('passes on the server’s errors', async () => {
    serverSays({ title: 'Unprocessable Entity', detail: 'move 1: e2e5: no' }, 422)
    await expect(m.rules().choices(line)).rejects.toThrow('move 1: e2e5: no')
  })
  it('handles errors that are not JSON', async () => {
    fetching.mockResolvedValue(new Response('<h1>Bad gateway</h1>', { status: 502, statusText: 'Bad Gateway' }))
    await expect(m.rules().choices(line)).rejects.toThrow('Bad Gateway')
  })
})

describe('once the rules are loaded', () => {
  it('asks them', async () => {
    startEngine.mockResolvedValue(engine())
    await m.loadRules()
    expect(await m.rules().views(line, 2)).toEqual([['views', 'shrink', '', 'e2e4 d7d5', 2]])
    expect(await m.rules().choices(line)).toEqual(['choices', 'shrink', '', 'e2e4 d7d5'])
    expect(await m.rules().preview(line, 'e4d5')).toEqual(['preview', 'shrink', '', 'e2e4 d7d5', 'e4d5'])
    expect(await m.rules().check('chess', 'x')).toEqual(['check', 'chess', 'x'])
    expect(await m.draft({ variant: 'chess' }, { do: 'start' })).toEqual([
      'draft',
      '{"variant":"chess"}',
      '{"do":"start"}',
    ])
    expect(fetching).not.toHaveBeenCalled()
  })
  it('throws their errors and asks no server', async () => {
    startEngine.mockResolvedValue(engine({ choices: () => '{"error":"move 1: no"}' }))
    await m.loadRules()
    await expect(m.rules().choices(line)).rejects.toThrow('move 1: no')
    expect(fetching).not.toHaveBeenCalled()
  })
  it('loads them once', async () => {
    startEngine.mockResolvedValue(engine())
    await Promise.all([m.loadRules(), m.loadRules()])
    await m.loadRules()
    expect(startEngine).toHaveBeenCalledTimes(1)
  })
  it('lets a request to the server finish', async () => {
    let answer!: (r: Response) => void
    fetching.mockReturnValue(new Promise((resolve) => (answer = resolve)))
    const waiting = m.rules().choices(line)
    startEngine.mockResolvedValue(engine())
    await m.loadRules()
    answer(new Response('{"ply":2,"routes":[]}'))
    expect(await waiting).toEqual({ ply: 2, routes: [] })
  })
})

describe('what only the rules in the page can answer', () => {
  it('waits for the rules', async () => {
    startEngine.mockResolvedValue(engine())
    expect(await m.askHere((e) => e.read('shrink', '', '1. e4', ''))).toEqual(['read', 'shrink', '', '1. e4', ''])
  })
  it('fails if they do not load', async () => {
    startEngine.mockRejectedValue(new Error('offline'))
    await expect(m.askHere((e) => e.write('{}'))).rejects.toBeInstanceOf(m.RulesMissing)
    expect(fetching).not.toHaveBeenCalled()
  })
  it('passes on errors', async () => {
    startEngine.mockResolvedValue(engine({ write: () => '{"error":"no game"}' }))
    await expect(m.askHere((e) => e.write('{}'))).rejects.toThrow('no game')
  })
})

describe('if the rules fail', () => {
  it('uses the server when they do not load, and retries', async () => {
    startEngine.mockRejectedValueOnce(new Error('offline')).mockResolvedValue(engine())
    await m.loadRules()
    serverSays({ ply: 2, routes: [] })
    expect(await m.rules().choices(line)).toEqual({ ply: 2, routes: [] })
    await m.loadRules()
    expect(await m.rules().choices(line)).toEqual(['choices', 'shrink', '', 'e2e4 d7d5'])
  })
  it('uses the server when the program ends', async () => {
    startEngine.mockResolvedValue(
      engine({
        choices: () => {
          throw new Error('Go program has already exited')
        },
      }),
    )
    await m.loadRules()
    serverSays({ ply: 2, routes: [] })
    expect(await m.rules().choices(line)).toEqual({ ply: 2, routes: [] })
    expect(await m.rules().views(line, 0)).toBeUndefined() // the server's answer, which has no board views here
    expect(fetching).toHaveBeenCalledTimes(2)
  })
})
