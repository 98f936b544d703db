import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Refused } from './outbox'
import { Socket, type Browser } from './socket.svelte'
import type { ClientMessage, Game, ServerMessage } from './types'
import { Stored } from './stored'

/** A WebSocket whose other end is the test. */
class FakeWebSocket {
  readyState = 0
  onopen: (() => void) | null = null
  onclose: (() => void) | null = null
  onmessage: ((e: { data: string }) => void) | null = null
  sent: ClientMessage[] = []
  send(text: string) {
    this.sent.push(JSON.parse(text))
  }
  close() {
    this.readyState = 3
  }
  opens() {
    this.readyState = 1
    this.onopen?.()
    this.says({ t: 'hello', now: 0, me: { id: 'x', name: 'Ann', tag: 'k7f2mq' } })
  }
  breaks() {
    this.readyState = 3
    this.onclose?.()
  }
  says(m: ServerMessage) {
    this.onmessage?.({ data: JSON.stringify(m) })
  }
  of(t: ClientMessage['t']) {
    return this.sent.filter((m) => m.t === t)
  }
}

function memory(): Stored {
  const kept = new Map<string, string>()
  const store = {
    getItem: (k: string) => kept.get(k) ?? null,
    setItem: (k: string, v: string) => void kept.set(k, v),
    removeItem: (k: string) => void kept.delete(k),
  }
  return new Stored(() => store)
}

let webSockets: FakeWebSocket[]
let asleep: number // for how long the monotonic clock has stood still
let sockets: Socket[]

function make(store = memory(), open?: () => WebSocket): Socket {
  const browser: Browser = {
    open:
      open ??
      (() => {
        const w = new FakeWebSocket()
        webSockets.push(w)
        return w as unknown as WebSocket
      }),
    now: () => Date.now() - asleep,
    wall: () => Date.now(),
    random: () => 0.5,
    store,
  }
  const s = new Socket(browser)
  sockets.push(s)
  s.start()
  return s
}
const webSocket = () => webSockets.at(-1)!
const subscriber = (last?: number) => ({ last: () => last, receive: vi.fn() })

beforeEach(() => {
  vi.useFakeTimers()
  webSockets = []
  asleep = 0
  sockets = []
})
afterEach(() => {
  for (const s of sockets) s.stop()
  vi.useRealTimers()
})

test('opens, knows who we are, answers pings', () => {
  const s = make()
  expect(s.state).toBe('connecting')
  webSocket().opens()
  expect(s.state).toBe('open')
  expect(s.me?.name).toBe('Ann')
  webSocket().says({ t: 'ping', n: 7, lag: 42 })
  expect(webSocket().of('pong')).toEqual([{ t: 'pong', n: 7 }])
  expect(s.lag).toBe(42)
})

test('a command that was not answered goes out again on the next connection, one that was does not', async () => {
  const s = make()
  webSocket().opens()
  const first = s.send('g', { order: 'move', color: 'white', ply: 0, move: 'e2e4' })
  const second = s.send('g', { order: 'draw-offer', color: 'white' })
  expect(
    webSocket()
      .of('do')
      .map((m) => m.id),
  ).toEqual([first.id, second.id])
  webSocket().says({ t: 'ack', cmd: first.id, id: 'g', seq: 1 })
  await expect(first.done).resolves.toBe(1)

  webSocket().breaks()
  expect(s.state).toBe('offline')
  await vi.advanceTimersByTimeAsync(1000)
  expect(webSockets.length).toBe(2)
  webSocket().opens()
  expect(
    webSocket()
      .of('do')
      .map((m) => m.id),
  ).toEqual([second.id])
  webSocket().says({ t: 'ack', cmd: second.id, id: 'g', seq: 2 })
  await expect(second.done).resolves.toBe(2)

  webSocket().breaks()
  await vi.advanceTimersByTimeAsync(1000)
  webSocket().opens()
  expect(webSocket().of('do')).toEqual([])
  expect(s.outbox.size).toBe(0)
})

test('commands without a connection are sent in order on the next one', () => {
  const s = make()
  const ids = ['a', 'b', 'c'].map((order) => s.send('g', { order }).id)
  expect(webSocket().sent).toEqual([])
  webSocket().opens()
  expect(
    webSocket()
      .of('do')
      .map((m) => m.id),
  ).toEqual(ids)
})

test('games are followed from the last known event', () => {
  const s = make()
  webSocket().opens()
  let last: number | undefined
  s.watch('g', { last: () => last, receive: () => (last = 12) })
  expect(webSocket().of('watch')).toEqual([{ t: 'watch', game: 'g' }])
  webSocket().says({ t: 'game', id: 'g', events: [] })
  webSocket().breaks()
  vi.advanceTimersByTime(1000)
  webSocket().opens()
  expect(webSocket().of('watch')).toEqual([{ t: 'watch', game: 'g', from: 12 }])
})

test('of two followers the one with fewer events decides; the last one to leave ends it', () => {
  const s = make()
  webSocket().opens()
  const [a, b] = [subscriber(9), subscriber(5)]
  const [endA, endB] = [s.watch('g', a), s.watch('g', b)]
  expect(webSocket().of('watch').at(-1)).toEqual({ t: 'watch', game: 'g', from: 5 })
  webSocket().says({ t: 'presence', id: 'g', presence: { white: true, black: true, watchers: 0 } })
  webSocket().says({ t: 'presence', id: 'other', presence: { white: true, black: true, watchers: 0 } })
  expect(a.receive).toHaveBeenCalledTimes(1)
  expect(b.receive).toHaveBeenCalledTimes(1)
  endA()
  expect(webSocket().of('unwatch')).toEqual([])
  endB()
  expect(webSocket().of('unwatch')).toEqual([{ t: 'unwatch', game: 'g' }])
})

test('the lobby is requested once, and again on a new connection', () => {
  const s = make()
  webSocket().opens()
  const [one, two] = [s.watchLobby(), s.watchLobby()]
  expect(webSocket().of('lobby')).toEqual([{ t: 'lobby', on: true }])
  webSocket().breaks()
  vi.advanceTimersByTime(1000)
  webSocket().opens()
  expect(webSocket().of('lobby')).toEqual([{ t: 'lobby', on: true }])
  one()
  one()
  expect(webSocket().of('lobby').length).toBe(1)
  two()
  expect(webSocket().of('lobby').at(-1)).toEqual({ t: 'lobby', on: false })
})

test('own games come in messages of their own, and the lobby is marked', () => {
  const s = make()
  webSocket().opens()
  const seat = { taken: true, name: 'Ann', tag: 'aaaaaa' }
  const game = { id: 'a', status: 'waiting', white: seat, black: { taken: false } } as Game
  webSocket().says({ t: 'hello', me: { id: '1', name: 'Ann', tag: 'aaaaaa' } })
  webSocket().says({ t: 'mine', mine: [game] })
  expect(s.mine.map((g) => g.id)).toEqual(['a'])
  webSocket().says({ t: 'lobby', lobby: { seeks: [game], live: [], finished: [], players: 1 } })
  expect(s.lobby?.seeks[0]?.creator).toBe(true)
  webSocket().says({ t: 'mine' })
  expect(s.mine).toEqual([])
})

test('silence of 2.5 seconds makes a connection doubtful, of five seconds ends it', () => {
  const s = make()
  webSocket().opens()
  vi.advanceTimersByTime(2000)
  webSocket().says({ t: 'ping', n: 1 })
  vi.advanceTimersByTime(2250)
  expect(s.state).toBe('open')
  vi.advanceTimersByTime(500)
  expect(s.state).toBe('stale') // within three seconds
  expect(webSockets.length).toBe(1)
  webSocket().says({ t: 'ping', n: 2 }) // it was only slow
  expect(s.state).toBe('open')
  vi.advanceTimersByTime(5250)
  expect(s.state).toBe('stale')
  expect(webSockets[0]!.readyState).toBe(3)
  vi.advanceTimersByTime(10)
  expect(webSockets.length).toBe(2)
  // Messages of the old connection are ignored.
  webSockets[0]!.says({ t: 'ping', n: 3 })
  expect(s.state).toBe('stale')
  webSocket().opens()
  expect(s.state).toBe('open')
})

test('a slow connection has nine seconds to open', () => {
  make()
  vi.advanceTimersByTime(8750)
  expect(webSockets.length).toBe(1)
  vi.advanceTimersByTime(500)
  expect(webSockets.length).toBe(2)
})

test('a browser that reports a lost network makes the connection doubtful at once', () => {
  const s = make()
  s.doubt()
  expect(s.state).toBe('connecting')
  webSocket().opens()
  s.doubt()
  expect(s.state).toBe('stale')
  webSocket().says({ t: 'ping', n: 1 })
  expect(s.state).toBe('open')
})

test('retries slow down to a limit and start over after a good connection', () => {
  const s = make()
  const waits: number[] = []
  for (let i = 0; i < 8; i++) {
    const [before, had] = [Date.now(), webSockets.length]
    webSocket().breaks()
    while (webSockets.length === had) vi.advanceTimersByTime(50)
    waits.push(Date.now() - before)
  }
  expect(waits).toEqual([300, 600, 1200, 2400, 4800, 8000, 8000, 8000])
  expect(s.state).toBe('offline')
  webSocket().opens()
  webSocket().says({ t: 'ping', n: 1 })
  const had = webSockets.length
  webSocket().breaks()
  vi.advanceTimersByTime(300)
  expect(webSockets.length).toBe(had + 1)
})

test('the network or the page coming back leads to a new connection at once', () => {
  const s = make()
  webSocket().breaks()
  for (let i = 0; i < 5; i++) {
    vi.advanceTimersByTime(8000)
    webSocket().breaks()
  }
  const had = webSockets.length
  s.wake()
  vi.advanceTimersByTime(1)
  expect(webSockets.length).toBe(had + 1)
  webSocket().opens()
  s.wake() // it has just answered: no need to reconnect
  vi.advanceTimersByTime(1)
  expect(webSockets.length).toBe(had + 1)
})

test('after a server’s goodbye the page reconnects soon', () => {
  const s = make()
  webSocket().opens()
  webSocket().says({ t: 'bye', error: { code: 'server', text: 'going down' } })
  expect(s.state).toBe('offline')
  vi.advanceTimersByTime(1500)
  expect(webSockets.length).toBe(2)
})

test('commands outlive a reload of the page', async () => {
  const store = memory()
  const before = make(store)
  const { id } = before.send('g', { order: 'move', color: 'black', ply: 3, move: 'e7e5' })
  before.stop()

  const after = make(store)
  const [waits] = after.outbox.waiting('g')
  expect(waits?.command).toMatchObject({ id, ply: 3, move: 'e7e5' })
  webSocket().opens()
  expect(webSocket().of('do')).toEqual([
    { t: 'do', id, game: 'g', order: 'move', color: 'black', ply: 3, move: 'e7e5' },
  ])
  webSocket().says({ t: 'ack', cmd: id, seq: 4 })
  await expect(waits!.done).resolves.toBe(4)
  expect(make(store).outbox.size).toBe(0)
})

test('broken or blocked storage is ignored', () => {
  const broken = {
    getItem: () => '{"what":',
    setItem: () => {
      throw new Error('full')
    },
    removeItem: () => {},
  }
  for (const store of [broken, null]) {
    const s = make(new Stored(() => store))
    s.send('g', { order: 'resign' })
    webSocket().opens()
    expect(webSocket().of('do').length).toBe(1)
  }
})

test('a rejection has the server’s message', async () => {
  const s = make()
  webSocket().opens()
  const { id, done } = s.send('g', { order: 'move', ply: 0, move: 'e2e5' })
  webSocket().says({ t: 'nack', cmd: id, error: { code: 'illegal', text: 'a pawn does not go there' } })
  await expect(done).rejects.toBeInstanceOf(Refused)
  await expect(done).rejects.toThrow('a pawn does not go there')
})

test('a busy server is asked again, up to a limit', async () => {
  const s = make()
  webSocket().opens()
  const { id, done } = s.send('g', { order: 'move', ply: 0, move: 'e2e4' })
  const failed = expect(done).rejects.toThrow('too many')
  let n = 0
  while (s.outbox.size > 0 && n < 20) {
    n++
    webSocket().says({ t: 'nack', cmd: id, error: { code: 'too-fast', text: 'too many' } })
    for (let i = 0; i < 10 && webSocket().of('do').length <= n && s.outbox.size > 0; i++) {
      webSocket().says({ t: 'ping', n: i })
      vi.advanceTimersByTime(1000)
    }
  }
  expect(n).toBe(6)
  await failed
})

test('a command without an answer on a living connection is sent again', () => {
  const s = make()
  webSocket().opens()
  const { id } = s.send('g', { order: 'resign' })
  for (let i = 0; i < 4; i++) {
    vi.advanceTimersByTime(2000)
    webSocket().says({ t: 'ping', n: i })
  }
  expect(
    webSocket()
      .of('do')
      .map((m) => m.id),
  ).toEqual([id, id])
})

test('a browser that refuses to connect is retried', () => {
  let asked = 0
  make(new Stored(() => null), () => {
    asked++
    throw new Error('not now')
  })
  vi.advanceTimersByTime(2000)
  expect(asked).toBeGreaterThan(2)
})

test('messages that are not JSON are ignored', () => {
  const s = make()
  webSocket().opens()
  webSocket().onmessage?.({ data: 'not JSON' })
  expect(s.state).toBe('open')
})

test('a machine that has slept reconnects', () => {
  const s = make()
  webSocket().opens()
  s.watch('g', subscriber(3))
  vi.advanceTimersByTime(3000)
  webSocket().says({ t: 'ping', n: 1 })
  expect(webSockets.length).toBe(1)
  vi.setSystemTime(Date.now() + 60_000)
  asleep += 60_000
  vi.advanceTimersByTime(1001)
  expect(webSockets.length).toBe(2)
  webSocket().opens()
  expect(webSocket().of('watch')).toEqual([{ t: 'watch', game: 'g', from: 3 }])
  vi.advanceTimersByTime(3000)
  expect(webSockets.length).toBe(2)
})

test('coming back to the page asks for its games again', () => {
  const s = make()
  webSocket().opens()
  s.watch('g', subscriber(3))
  s.wake()
  expect(webSockets.length).toBe(1)
  expect(webSocket().of('watch').length).toBe(2)
})

test('the last known event is kept with a command', () => {
  const store = memory()
  const before = make(store)
  before.send('g', { order: 'move', color: 'black', ply: 3, move: 'e7e5', seen: 5 })
  before.stop()
  make(store)
  webSocket().opens()
  expect(webSocket().of('do')[0]).toMatchObject({ move: 'e7e5', seen: 5 })
})

test('asks for the lobby again after a busy server', () => {
  const s = make()
  webSocket().opens()
  s.watchLobby()
  expect(webSocket().of('lobby').length).toBe(1)
  webSocket().says({ t: 'error', error: { code: 'too-fast', text: 'Too fast.' } })
  vi.advanceTimersByTime(3100)
  expect(webSocket().of('lobby').length).toBe(2)
  webSocket().says({ t: 'lobby', lobby: { seeks: [], live: [], finished: [], players: 1 } })
  webSocket().says({ t: 'error', error: { code: 'bad-message', text: 'What?' } })
  vi.advanceTimersByTime(3100)
  expect(webSocket().of('lobby').length).toBe(2)
})

test('follows the chat of a place, again on a new connection and after a busy server', () => {
  const s = make()
  s.start()
  const got: ServerMessage[] = []
  const stop = s.chat('games/g', (m) => got.push(m))
  let w = webSocket()
  expect(w.of('chat')).toEqual([])
  w.opens()
  expect(w.of('chat')).toEqual([{ t: 'chat', place: 'games/g', on: true }])
  w.says({ t: 'chat', place: 'games/g', room: 'players', messages: [] })
  w.says({ t: 'chat', place: 'games/other', room: 'players', messages: [] })
  expect(got).toHaveLength(1)
  for (const code of ['too-fast', 'not-found', 'server'])
    w.says({ t: 'error', place: 'games/g', error: { code, text: '' } })
  vi.advanceTimersByTime(3100)
  w = webSocket()
  expect(w.of('chat').filter((m) => m.on)).toHaveLength(3)
  s.stop()
  s.start()
  w = webSocket()
  w.opens()
  expect(w.of('chat')).toHaveLength(1)
  w.says({ t: 'error', place: 'games/g', error: { code: 'server', text: '' } })
  stop()
  expect(w.of('chat').at(-1)).toEqual({ t: 'chat', place: 'games/g' })
  vi.advanceTimersByTime(3100)
  expect(
    webSocket()
      .of('chat')
      .filter((m) => m.on),
  ).toHaveLength(webSocket() === w ? 1 : 0)
})

test('counts news at once, and all that comes within half a second as one', () => {
  const s = make()
  webSocket().opens()
  for (let i = 0; i < 5; i++) webSocket().says({ t: 'player' })
  expect(s.news).toBe(1)
  vi.advanceTimersByTime(500)
  expect(s.news).toBe(2)
  vi.advanceTimersByTime(500)
  expect(s.news).toBe(2)
  webSocket().says({ t: 'player' })
  expect(s.news).toBe(3)
})
