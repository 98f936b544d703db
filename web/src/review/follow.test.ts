import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiError } from '../net/api'
import { unreachable } from '../net/sentences.text'
import { upper } from '../ui/text'
import { review as words } from './text'
import { Follower, interval, patience, type Desk } from './follow.svelte'
import type { ReviewReport, ReviewState } from '../net/types'

const report = { level: 'quick' } as ReviewReport
const state = (status: ReviewState['status'], done = 0, more: Partial<ReviewState> = {}): ReviewState => ({
  status,
  done,
  of: 9,
  level: 'quick',
  ...more,
})

/** A server that gives the prepared answer, or throws it if it is an error. */
class FakeDesk implements Desk {
  calls: string[] = []
  answers: (ReviewState | Error)[] = []
  next(what: string): Promise<ReviewState> {
    this.calls.push(what)
    const a = this.answers.length > 1 ? this.answers.shift()! : this.answers[0]!
    return a instanceof Error ? Promise.reject(a) : Promise.resolve(a)
  }
  get = (_: string, brief: boolean) => this.next(brief ? 'brief' : 'get')
  ask = (_: string, level: string) => this.next('ask ' + level)
}

let desk: FakeDesk
let close: () => void
function follow(...answers: (ReviewState | Error)[]): Follower {
  desk = new FakeDesk()
  desk.answers = answers
  const f = new Follower('abc', desk, () => Date.now())
  close = f.start()
  return f
}
beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => close())
const settle = () => vi.advanceTimersByTimeAsync(0)

describe('follower', () => {
  it('asks once if no review is running', async () => {
    const f = follow(state('none'))
    await vi.advanceTimersByTimeAsync(60_000)
    expect([f.value?.status, desk.calls]).toEqual(['none', ['get']])
  })
  it('asks for a review and follows it to its end', async () => {
    const f = follow(
      state('none'),
      state('waiting'),
      state('running', 3),
      state('running', 6),
      state('done', 9),
      state('done', 9, { result: report }),
    )
    await settle()
    await f.request('quick')
    expect([f.value?.status, f.said]).toEqual(['waiting', words.begun])
    await vi.advanceTimersByTimeAsync(interval(0))
    expect(f.value?.done).toBe(3)
    await vi.advanceTimersByTimeAsync(interval(1) + interval(2))
    expect([f.value?.status, f.result, f.said]).toEqual(['done', report, words.ready])
    expect(desk.calls).toEqual(['get', 'ask quick', 'get', 'brief', 'brief', 'get'])
    await vi.advanceTimersByTimeAsync(60_000)
    expect(desk.calls).toHaveLength(6)
  })
  it('follows a review that others requested', async () => {
    const f = follow(state('running', 3), state('done', 9), state('done', 9, { result: report }))
    await vi.advanceTimersByTimeAsync(interval(0))
    expect([f.result, desk.calls]).toEqual([report, ['get', 'brief', 'get']])
  })
  it('keeps the quick result during a thorough review', async () => {
    const f = follow(
      state('done', 9, { result: report }),
      state('waiting', 0, { level: 'thorough', result: report }),
      state('running', 3, { level: 'thorough' }),
    )
    await settle()
    expect(f.result).toBe(report)
    await f.request('thorough')
    await vi.advanceTimersByTimeAsync(interval(0))
    expect([f.value?.done, f.result]).toEqual([3, report])
  })
  it('reports a rejection and can be asked again', async () => {
    const f = follow(state('none'), new ApiError(429, 'too-many', 'You wait for 3 reviews already.'), state('waiting'))
    await settle()
    await f.request('quick')
    expect([f.refused, f.working, f.asking]).toEqual(['You wait for 3 reviews already.', false, false])
    await f.request('quick')
    expect([f.refused, f.working]).toEqual(['', true])
  })
  it('reports that the server cannot be reached', async () => {
    const f = follow(state('none'), new ApiError(0, 'offline', unreachable))
    await settle()
    await f.request('quick')
    expect(f.refused).toBe(upper(unreachable))
  })
  it('continues when the server is back', async () => {
    const lost = new ApiError(0, 'offline', unreachable)
    const f = follow(lost, lost, state('running', 3))
    await settle()
    expect([f.fault, f.value]).toEqual([lost, undefined])
    await vi.advanceTimersByTimeAsync(2000)
    expect(f.fault).toBe(lost)
    await vi.advanceTimersByTimeAsync(4000)
    expect([f.fault, f.value?.done]).toEqual([undefined, 3])
  })
  it('does not ask about a game that does not exist again', async () => {
    const f = follow(new ApiError(404, 'not-found', 'No such variant.'))
    await vi.advanceTimersByTimeAsync(60_000)
    expect([f.refused, desk.calls]).toEqual(['No such variant.', ['get']])
  })
  it('reports why when nothing comes', async () => {
    const f = follow(state('waiting'))
    await vi.advanceTimersByTimeAsync(patience - 1000)
    expect(f.slow).toBe(false)
    await vi.advanceTimersByTimeAsync(2 * 3000 + 1000)
    expect(f.slow).toBe(true)
    desk.answers = [state('running', 3)]
    await vi.advanceTimersByTimeAsync(3000)
    expect(f.slow).toBe(false)
  })
  it('does not ask after it is closed', async () => {
    const f = follow(state('running', 3))
    await settle()
    close()
    f.take(state('running', 4))
    await vi.advanceTimersByTimeAsync(60_000)
    expect(desk.calls).toHaveLength(1)
  })
})
