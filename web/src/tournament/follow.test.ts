import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '../net/api'
import { user } from '../net/me.svelte'
import type { tournaments } from './api'
import { mine, tournament } from './fixtures'
import { Follow } from './follow.svelte'
import type { TournamentState } from './types'

type Ask = typeof tournaments.state

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** A server that answers when the test says so. */
function server() {
  const waiting: { resolve: (t: TournamentState) => void; reject: (e: unknown) => void; signal?: AbortSignal }[] = []
  const ask = vi.fn<Ask>(
    (_id, _asked, signal) => new Promise((resolve, reject) => waiting.push({ resolve, reject, signal })),
  )
  return {
    ask,
    waiting,
    answer: (t: TournamentState) => waiting.at(-1)!.resolve(t),
    fail: (e: unknown) => waiting.at(-1)!.reject(e),
  }
}
const asked = (ask: ReturnType<typeof server>['ask']) => ask.mock.calls.map(([, a]) => a)

test('each request waits for a change after the last one', async () => {
  const { ask, answer } = server()
  const states = vi.fn()
  const follow = new Follow('t', undefined, states, ask)
  const stop = follow.start()
  answer(tournament({ seq: 4, now: Date.now() + 2500 }))
  await vi.advanceTimersByTimeAsync(500)
  answer(tournament({ seq: 6, now: Date.now() + 2500 }))
  await vi.advanceTimersByTimeAsync(500)
  expect(asked(ask)).toEqual([{ from: 0 }, { from: 0, since: 4 }, { from: 0, since: 6 }])
  expect([follow.value?.seq, follow.ahead, states.mock.calls.length]).toEqual([6, 2500, 2])
  expect(states.mock.calls[1]![1].seq).toBe(4)
  expect(user.tournament).toBe('Arena') // the bell leaves its games to the page
  stop()
  expect(user.tournament).toBe('')
})

test('a failure keeps what is there, and is retried at growing intervals', async () => {
  const { ask, answer, fail } = server()
  const follow = new Follow('t', undefined, undefined, ask)
  const stop = follow.start()
  answer(tournament({ seq: 4 }))
  await vi.advanceTimersByTimeAsync(500)
  fail(new ApiError(0, 'offline', ''))
  await vi.advanceTimersByTimeAsync(1999)
  expect([follow.stale, follow.value?.seq, ask.mock.calls.length]).toEqual([true, 4, 2])
  await vi.advanceTimersByTimeAsync(1)
  fail(new ApiError(500, 'server', ''))
  await vi.advanceTimersByTimeAsync(3999)
  expect(ask.mock.calls.length).toBe(3)
  await vi.advanceTimersByTimeAsync(1)
  answer(tournament({ seq: 5 }))
  await vi.advanceTimersByTimeAsync(0)
  expect([follow.stale, follow.value?.seq]).toEqual([false, 5])
  stop()
})

test('a page that has been hidden for a minute waits for no opponent until it is visible', async () => {
  const shown = Object.assign(new EventTarget(), { hidden: false })
  vi.stubGlobal('document', shown)
  vi.stubGlobal('addEventListener', () => {})
  vi.stubGlobal('removeEventListener', () => {})
  const show = (visible: boolean) => {
    shown.hidden = !visible
    shown.dispatchEvent(new Event('visibilitychange'))
  }
  for (const [system, asksHidden] of [
    ['arena', 4],
    ['swiss', 5],
  ] as const) {
    const { ask, answer } = server()
    const stop = new Follow('t', undefined, undefined, ask).start()
    const next = async (seq: number, ms: number) => {
      answer(tournament({ seq, system, mine: mine() }))
      await vi.advanceTimersByTimeAsync(ms)
    }
    await next(1, 500)
    show(false)
    await next(2, 30_000)
    expect(asked(ask).at(-1)).toEqual({ from: 0, since: 2 })
    await vi.advanceTimersByTimeAsync(31_000)
    await next(3, 100_000)
    expect(ask.mock.calls.length).toBe(asksHidden)
    show(true)
    expect([ask.mock.calls.length, asked(ask).at(-1)]).toEqual([asksHidden + 1, { from: 0 }])
    stop()
  }
})

test('another page of the standings is asked at once, and older answers are ignored', async () => {
  const { ask, waiting } = server()
  let from = 0
  const follow = new Follow('t', () => from, undefined, ask)
  const stop = follow.start()
  waiting[0]!.resolve(tournament({ seq: 4 }))
  await vi.advanceTimersByTimeAsync(500)
  from = -1
  follow.start()
  expect(waiting[1]!.signal?.aborted).toBe(true)
  waiting[2]!.resolve(tournament({ seq: 4, from: 50 }))
  waiting[1]!.resolve(tournament({ seq: 9 }))
  await vi.advanceTimersByTimeAsync(0)
  expect([follow.value?.from, follow.value?.seq]).toEqual([50, 4])
  expect(asked(ask)[2]).toEqual({ from: -1 })
  stop()
})

test('it ends with the tournament, with the page, and where there is none', async () => {
  const over = server()
  new Follow('t', undefined, undefined, over.ask).start()
  over.answer(tournament({ status: 'finished' }))
  await vi.advanceTimersByTimeAsync(100_000)
  expect(over.ask.mock.calls.length).toBe(1)

  const left = server()
  new Follow('t', undefined, undefined, left.ask).start()()
  expect(left.waiting[0]!.signal?.aborted).toBe(true)

  const none = server()
  const follow = new Follow('t', undefined, undefined, none.ask)
  follow.start()
  none.fail(new ApiError(404, 'not-found', ''))
  await vi.advanceTimersByTimeAsync(100_000)
  expect([follow.missing, none.ask.mock.calls.length]).toEqual([true, 1])
})

test('the answer to an action keeps the shown page of the standings', async () => {
  const { ask, answer } = server()
  const follow = new Follow('t', undefined, undefined, ask)
  const stop = follow.start()
  answer(tournament({ from: 50 }))
  await vi.advanceTimersByTimeAsync(0)
  follow.take(tournament({ seq: 7, from: 0, players: 13 }))
  expect([follow.value?.from, follow.value?.players]).toEqual([50, 13])
  stop()
})

test('an answer to an action that comes late, and one of a node that is behind, change nothing', async () => {
  const { ask, answer } = server()
  const states = vi.fn()
  const follow = new Follow('t', undefined, states, ask)
  const stop = follow.start()
  answer(tournament({ seq: 4 }))
  await vi.advanceTimersByTimeAsync(0)
  follow.take(tournament({ seq: 7 }))
  await vi.advanceTimersByTimeAsync(500)
  expect(asked(ask).at(-1)).toEqual({ from: 0 })
  answer(tournament({ seq: 5 }))
  await vi.advanceTimersByTimeAsync(500)
  expect(follow.value?.seq).toBe(7)
  expect(asked(ask).at(-1)).toEqual({ from: 0, since: 7 })
  stop()
  const before = ask.mock.calls.length
  follow.take(tournament({ seq: 9 }))
  await vi.advanceTimersByTimeAsync(1000)
  expect([follow.value?.seq, ask.mock.calls.length, states.mock.calls.length]).toEqual([7, before, 2])
})
