import { describe, expect, it, vi } from 'vitest'
import type { BoardView, Choices, Line, Rules, Verdict } from '../net/types'
import { Exercise, type Around } from './exercise.svelte'

const rules = {
  views: async (line: Line) => [{ ply: line.moves.length, turn: 'white', san: line.moves.at(-1) } as BoardView],
  choices: async (line: Line) => ({ ply: line.moves.length, routes: [] }) as Choices,
} as unknown as Rules

/** The moves a b c d, of which b and d are replies; e may take the place of a. */
class Sample extends Exercise {
  override get solution() {
    return ['a1a2', 'b1b2', 'c1c2', 'd1d2']
  }
  protected override judge(moves: string[]): Verdict {
    if (moves.join(' ') === 'e1e2') return { state: 'on', reply: 'f1f2' }
    const at = moves.length
    if (moves.at(-1) !== this.solution[at - 1]) return { state: 'wrong' }
    return { state: at === 3 ? 'done' : 'on', reply: this.solution[at] }
  }
}

/** An exercise that has begun; release lets what waits for the user's eyes go on. */
async function begun(made: (around: Around) => Exercise = (around) => new Sample({ variant: 'shrink' }, around)) {
  const waiting: (() => void)[] = []
  const played = vi.fn()
  const pause = () => new Promise<void>((done) => waiting.push(done))
  const e = made({ rules: () => rules, refusal: async (_, from, to) => `not ${from}${to}`, pause, played })
  const settle = () => new Promise((done) => setTimeout(done))
  const release = async () => {
    waiting.splice(0).forEach((go) => go())
    await settle()
  }
  await e.begin()
  return { e, release, settle, played }
}

describe('an exercise', () => {
  it('lets both sides play where nothing judges the moves', async () => {
    const { e } = await begun((around) => new Exercise({ variant: 'shrink' }, around))
    await e.play('a1a2')
    await e.play('h7h6')
    expect([e.phase, e.movable, e.player.moves]).toEqual(['open', ['white', 'black'], ['a1a2', 'h7h6']])
  })

  it('is not the user’s turn until the reply has come, and a last reply ends it', async () => {
    const { e, release, settle } = await begun()
    void e.play('a1a2')
    await settle()
    expect([e.phase, e.movable]).toEqual(['answering', []])
    await release()
    expect([e.phase, e.ply, e.reply?.san]).toEqual(['open', 2, 'b1b2'])
    void e.play('c1c2')
    await settle()
    await release()
    expect([e.phase, e.player.moves.length]).toEqual(['done', 4])
  })

  it('shows the rest of the solution from what is on the board, without a reply twice', async () => {
    const { e, release, settle } = await begun()
    void e.play('a1a2')
    await settle() // the reply is about to come
    void e.show()
    for (let i = 0; i < 4; i++) await (settle(), release())
    expect([e.phase, e.player.moves]).toEqual(['done', e.solution])
  })

  it('shows the solution from the start if other moves are on the board', async () => {
    const { e, release, settle } = await begun()
    void e.play('e1e2')
    await settle()
    await release()
    expect(e.player.moves).toEqual(['e1e2', 'f1f2'])
    void e.show()
    for (let i = 0; i < 5; i++) await (settle(), release())
    expect([e.phase, e.player.moves]).toEqual(['done', e.solution])
  })

  it('shows one move of the solution', async () => {
    const { e, release, settle } = await begun()
    await e.play('z1z2')
    void e.show(false)
    for (let i = 0; i < 3; i++) await (settle(), release())
    expect([e.phase, e.player.moves, e.mistakes, e.shown]).toEqual(['open', ['a1a2', 'b1b2'], 1, 1])
  })

  it('hints at the next move until it is found', async () => {
    const { e, release, settle } = await begun()
    e.giveHint()
    expect(e.hint).toBe('a1')
    await e.play('z1z2')
    await e.retry()
    expect(e.hint).toBe('a1')
    void e.play('a1a2')
    await settle()
    await release()
    expect(e.hint).toBe('')
  })

  it('gives up what was under way when the user steps through the moves', async () => {
    const { e, release, settle, played } = await begun()
    void e.play('a1a2')
    await settle()
    expect(await e.step(() => e.player.back())).toBe(true)
    await release()
    expect([e.phase, e.player.moves, played.mock.calls.length]).toEqual(['open', [], 1])
  })

  it('ignores what comes after it was closed', async () => {
    const { e, release, settle } = await begun()
    void e.play('a1a2')
    await settle()
    e.close()
    await release()
    expect(e.player.moves).toEqual(['a1a2'])
  })
})
