import { describe, expect, it } from 'vitest'
import type { BoardView, Game, Replay } from '../lib/types'
import { Stream } from './stream.svelte'

const game = (id: string, ply: number) => ({ id, ply }) as Game
const replay = (g: Game) => ({ views: [{ fen: `${g.id} ${g.ply}`, squares: [], shapes: [] } as unknown as BoardView] }) as Replay
const settled = () => new Promise<void>((resolve) => setTimeout(resolve))

/** A server that answers when the test says so. */
function server() {
  const asked: Game[] = []
  const answers: ((ok: boolean) => void)[] = []
  const stream = new Stream(
    (g) => {
      asked.push(g)
      return new Promise((resolve, reject) => answers.push((ok) => (ok ? resolve(replay(g)) : reject(new Error('busy')))))
    },
    () => Promise.resolve(),
  )
  const answer = async (ok = true) => {
    answers.shift()!(ok)
    await settled()
  }
  return { asked, answer, stream }
}

describe('the position of a channel on another site', () => {
  it('is the last of those that were asked for meanwhile', async () => {
    const { asked, answer, stream } = server()
    stream.show(game('a', 1))
    stream.show(game('a', 2))
    stream.show(game('b', 1))
    await answer()
    expect(stream.view?.fen).toBe('a 1')
    await answer()
    expect([stream.view?.fen, asked.length]).toEqual(['b 1', 2])
  })
  it('is asked for again after a failure', async () => {
    const { answer, stream } = server()
    stream.show(game('a', 1))
    await answer(false)
    await answer()
    expect(stream.view?.fen).toBe('a 1')
  })
  it('disappears with the game', async () => {
    const { answer, stream } = server()
    stream.show(game('a', 1))
    await answer()
    stream.show(game('a', 2))
    stream.show(undefined)
    await answer()
    expect(stream.view).toBeUndefined()
  })
})
