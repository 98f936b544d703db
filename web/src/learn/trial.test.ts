import { describe, expect, it } from 'vitest'
import type { Choices, Line, Rules, BoardView } from '../lib/types'
import { Trial } from './trial.svelte'

/** Rules that answer when they are told to, with board views that tell what was asked. */
function slow() {
  const waiting: ((fail?: string) => void)[] = []
  const answer = <T>(value: T) => new Promise<T>((resolve, reject) => waiting.push((fail) => (fail ? reject(new Error(fail)) : resolve(value))))
  const rules = () =>
    ({
      views: (line: Line, from: number) => answer([{ ply: from, fen: line.moves.join(' ') } as BoardView]),
      choices: (line: Line) => answer({ ply: line.moves.length, routes: [] } as Choices),
    }) as unknown as Rules
  const settle = async (fail?: string) => {
    for (const f of waiting.splice(0)) f(fail)
    await new Promise((done) => setTimeout(done))
  }
  return { rules, settle }
}

async function begun(before: string[] = []) {
  const { rules, settle } = slow()
  const trial = new Trial(rules, 'shrink', '', before)
  void trial.load()
  await settle()
  return { trial, settle }
}

describe('a trial', () => {
  it('plays after the moves that came before', async () => {
    const { trial, settle } = await begun(['e2e4', 'd7d5'])
    expect(trial.view?.fen).toBe('e2e4 d7d5')
    expect(trial.moves).toEqual([])
    const played = trial.play('e4d5')
    await settle()
    expect(await played).toBe(true)
    expect([trial.view?.ply, trial.choices?.ply]).toEqual([3, 3])
    expect(trial.moves).toEqual(['e4d5'])
    expect(trial.line.moves).toEqual(['e2e4', 'd7d5', 'e4d5'])
  })

  it('goes back and forth, and keeps what lies ahead until another move is played', async () => {
    const { trial, settle } = await begun()
    const go = async (f: () => Promise<boolean>) => {
      const done = f()
      await settle()
      return done
    }
    await go(() => trial.set(['a', 'b', 'c']))
    await go(() => trial.back())
    await go(() => trial.back())
    expect([trial.moves, trial.ahead]).toEqual([['a'], ['b', 'c']])
    await go(() => trial.forward())
    expect([trial.moves, trial.ahead]).toEqual([['a', 'b'], ['c']])
    await go(() => trial.play('c'))
    expect([trial.moves, trial.ahead]).toEqual([['a', 'b', 'c'], []])
    expect(await go(() => trial.forward())).toBe(false)
    await go(() => trial.back())
    await go(() => trial.play('x'))
    expect([trial.moves, trial.ahead]).toEqual([['a', 'b', 'x'], []])
    await go(() => trial.set(['a', 'b', 'c'], 1))
    expect([trial.moves, trial.ahead]).toEqual([['a'], ['b', 'c']])
    await go(() => trial.reset())
    expect([trial.moves, trial.ahead]).toEqual([[], []])
    expect(await go(() => trial.back())).toBe(false)
  })

  it('takes several steps before the first is answered', async () => {
    const { trial, settle } = await begun()
    void trial.set(['a', 'b', 'c'])
    await settle()
    const first = trial.back()
    const second = trial.back()
    await settle()
    expect([await first, await second]).toEqual([false, true])
    expect([trial.moves, trial.ahead]).toEqual([['a'], ['b', 'c']])
  })

  it('stays as it is when the rules do not answer', async () => {
    const { trial, settle } = await begun()
    void trial.play('a')
    await settle()
    const played = trial.play('b')
    await settle('out of reach')
    expect(await played).toBe(false)
    expect([trial.moves, trial.failed, trial.view?.fen]).toEqual([['a'], 'out of reach', 'a'])
    const again = trial.play('b')
    await settle()
    expect(await again).toBe(true)
    expect([trial.moves, trial.failed]).toEqual([['a', 'b'], ''])
  })

  it('can try again to begin', async () => {
    const { rules, settle } = slow()
    const trial = new Trial(rules, 'shrink')
    void trial.set(['a', 'b'], 1)
    await settle('out of reach')
    expect([trial.view, trial.failed]).toEqual([null, 'out of reach'])
    void trial.load()
    await settle()
    expect([trial.moves, trial.ahead, trial.failed]).toEqual([['a'], ['b'], ''])
  })
})
