import { describe, expect, it } from 'vitest'
import { GifMaker, sizeFor, type State } from './gif.svelte'

const settled = () => new Promise<void>((resolve) => setTimeout(resolve))
const busy = (after = '7') =>
  new Response('{"detail":"The server is busy."}', { status: 503, headers: { 'Retry-After': after } })
const picture = () => new Response('GIF89a', { headers: { 'Content-Type': 'image/gif', 'Content-Length': '6' } })

/** A maker whose server gives answers one after the other. */
function maker(...answers: (() => Response | Promise<Response>)[]) {
  const asked: AbortSignal[] = []
  const waits: number[] = []
  const forgotten: string[] = []
  let addresses = 0
  const gif = new GifMaker({
    fetch: async (_, signal) => {
      asked.push(signal)
      return answers.shift()!()
    },
    wait: (ms) => (waits.push(ms), Promise.resolve()),
    address: () => `blob:${++addresses}`,
    forget: (address) => forgotten.push(address),
  })
  return { gif, asked, waits, forgotten }
}

const detail = (s: State) => (s.t === 'failed' ? s.error.message : s.t === 'done' ? s.address : s.t)

describe('an animation', () => {
  it('is made', async () => {
    const { gif } = maker(picture)
    await gif.make('/x.gif')
    expect(gif.state).toMatchObject({ t: 'done', address: 'blob:1' })
    expect(gif.state.t === 'done' && (await gif.state.file.text())).toBe('GIF89a')
  })
  it('waits for a busy server, as long as it says', async () => {
    const { gif, waits } = maker(
      () => busy(),
      () => busy(''),
      picture,
    )
    await gif.make('/x.gif')
    expect([waits, detail(gif.state)]).toEqual([[7000, 5000], 'blob:1'])
  })
  it('gives up after some tries', async () => {
    const { gif, waits } = maker(...Array<() => Response>(12).fill(() => busy()))
    await gif.make('/x.gif')
    expect([waits.length, detail(gif.state)]).toEqual([11, 'The server is busy.'])
  })
  it('says why it cannot be made', async () => {
    const { gif, waits } = maker(() => new Response('{"detail":"Choose a smaller size."}', { status: 422 }))
    await gif.make('/x.gif')
    expect([waits, detail(gif.state)]).toEqual([[], 'Choose a smaller size.'])
  })
  it('says that the server is unreachable', async () => {
    const { gif } = maker(() => Promise.reject(new TypeError('no network')))
    await gif.make('/x.gif')
    expect(gif.state).toMatchObject({ t: 'failed', error: { status: 0 } })
  })
  it('can be canceled, and then made again', async () => {
    let answer: (r: Response) => void = () => {}
    const { gif, asked } = maker(() => new Promise<Response>((resolve) => (answer = resolve)), picture)
    const made = gif.make('/x.gif')
    await settled()
    expect(gif.busy).toBe(true)
    gif.cancel()
    expect([asked[0]!.aborted, gif.state.t]).toEqual([true, 'idle'])
    answer(picture())
    await made
    expect(gif.state.t).toBe('idle')
    await gif.make('/x.gif')
    expect(gif.state.t).toBe('done')
  })
  it('is forgotten when another is made', async () => {
    const { gif, forgotten } = maker(picture, picture)
    await gif.make('/x.gif')
    await gif.make('/y.gif')
    expect([forgotten, detail(gif.state)]).toEqual([['blob:1'], 'blob:2'])
    gif.cancel()
    expect(forgotten).toEqual(['blob:1', 'blob:2'])
  })
  it('of a long game is smaller', () => {
    expect([sizeFor(80), sizeFor(1370), sizeFor(1600), sizeFor(9999)]).toEqual([undefined, undefined, 499, 200])
  })
})
