import { describe, expect, it } from 'vitest'
import type { Choices, Line, Rules, BoardView } from '../net/types'
import { LinePlayer } from './player.svelte'

/** Rules that answer when the test lets them, with board views that name the request. */
function slow() {
  const waiting: ((fail?: string) => void)[] = []
  const answer = <T>(value: T) =>
    new Promise<T>((resolve, reject) => waiting.push((fail) => (fail ? reject(new Error(fail)) : resolve(value))))
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
  const player = new LinePlayer(rules, 'shrink', '', before)
  void player.load()
  await settle()
  return { player, settle }
}

describe('a player', () => {
  it('plays after the moves that came before', async () => {
    const { player, settle } = await begun(['e2e4', 'd7d5'])
    expect(player.view?.fen).toBe('e2e4 d7d5')
    expect(player.moves).toEqual([])
    const played = player.play('e4d5')
    await settle()
    expect(await played).toBe(true)
    expect([player.view?.ply, player.choices?.ply]).toEqual([3, 3])
    expect(player.moves).toEqual(['e4d5'])
    expect(player.line.moves).toEqual(['e2e4', 'd7d5', 'e4d5'])
  })

  it('steps back and forth and keeps the upcoming moves until another move is played', async () => {
    const { player, settle } = await begun()
    const go = async (f: () => Promise<boolean>) => {
      const done = f()
      await settle()
      return done
    }
    await go(() => player.set(['a', 'b', 'c']))
    await go(() => player.back())
    await go(() => player.back())
    expect([player.moves, player.upcoming]).toEqual([['a'], ['b', 'c']])
    await go(() => player.forward())
    expect([player.moves, player.upcoming]).toEqual([['a', 'b'], ['c']])
    await go(() => player.play('c'))
    expect([player.moves, player.upcoming]).toEqual([['a', 'b', 'c'], []])
    expect(await go(() => player.forward())).toBe(false)
    await go(() => player.back())
    await go(() => player.play('x'))
    expect([player.moves, player.upcoming]).toEqual([['a', 'b', 'x'], []])
    await go(() => player.set(['a', 'b', 'c'], 1))
    expect([player.moves, player.upcoming]).toEqual([['a'], ['b', 'c']])
    await go(() => player.reset())
    expect([player.moves, player.upcoming]).toEqual([[], []])
    expect(await go(() => player.back())).toBe(false)
  })

  it('takes several steps before the first is answered', async () => {
    const { player, settle } = await begun()
    void player.set(['a', 'b', 'c'])
    await settle()
    const first = player.back()
    const second = player.back()
    await settle()
    expect([await first, await second]).toEqual([false, true])
    expect([player.moves, player.upcoming]).toEqual([['a'], ['b', 'c']])
  })

  it('does not change when the rules do not answer', async () => {
    const { player, settle } = await begun()
    void player.play('a')
    await settle()
    const played = player.play('b')
    await settle('out of reach')
    expect(await played).toBe(false)
    expect([player.moves, player.failed, player.view?.fen]).toEqual([['a'], 'out of reach', 'a'])
    const again = player.play('b')
    await settle()
    expect(await again).toBe(true)
    expect([player.moves, player.failed]).toEqual([['a', 'b'], ''])
  })

  it('can retry the start', async () => {
    const { rules, settle } = slow()
    const player = new LinePlayer(rules, 'shrink')
    void player.set(['a', 'b'], 1)
    await settle('out of reach')
    expect([player.view, player.failed]).toEqual([null, 'out of reach'])
    void player.load()
    await settle()
    expect([player.moves, player.upcoming, player.failed]).toEqual([['a'], ['b'], ''])
  })
})
