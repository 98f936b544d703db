import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { LiveGame, type GameSocket } from './live.svelte'
import type { GameUpdate } from './played.svelte'
import { entry } from './text'
import { entry as german } from './text.de'
import type { Premove } from '../board/premove'
import { Outbox, type Command } from '../net/outbox'
import type { Choices, Event, Game, Line, Rules, BoardView, ServerMessage, Color } from '../net/types'
import { Stored } from '../net/stored'

// A game in which any text is a move; the FENs of the board views list the moves.

const route = (text: string) => ({ from: Number(text[0]), to: Number(text[1]), text })
// Every square has a piece, which stays there.
let pieces: BoardView['pieces']
const viewAt = (line: Line, ply: number): BoardView => ({
  look: 'classic',
  full: [8, 8],
  ply,
  fen: line.moves.slice(0, ply).join(' '),
  turn: ply % 2 === 0 ? 'white' : 'black',
  box: [0, 0, 8, 8],
  pieces,
  move: line.moves[ply - 1],
  squares: ply === 0 ? [] : undefined,
})

class FakeRules implements Rules {
  routes: Choices['routes'] = [route('12'), route('34')]
  broken = 0
  asked: [number, string][] = []
  async views(line: Line, from: number) {
    this.asked.push([from, line.moves.join(' ')])
    if (this.broken-- > 0) throw new Error('out of reach')
    const list = []
    for (let ply = from; ply <= line.moves.length; ply++) list.push(viewAt(line, ply))
    list[0]!.squares ??= []
    return list
  }
  async choices(line: Line) {
    return { ply: line.moves.length, routes: this.routes }
  }
  async preview(_: Line, move: string) {
    if (move === 'bad' || /^[A-Z][a-z]{2}|^[DTLS]/.test(move)) throw new Error(`there is no such move: ${move}`)
    const text = move.toLowerCase()
    const open = this.routes.find((r) => r.promotions && text.startsWith(r.text))
    const whole = open ? text + 'q'.repeat(open.promotions!.length + open.text.length - text.length) : text
    return { text: whole, san: move, narration: [], steps: [] }
  }
  async check(): Promise<BoardView> {
    throw new Error('not asked for')
  }
}

class FakeSocket implements GameSocket {
  lag = 0
  outbox = new Outbox(new Stored(() => null))
  sent: Command[] = []
  rewatched = 0
  watch() {
    return () => {}
  }
  rewatch() {
    this.rewatched++
  }
  send(game: string, order: Omit<Command, 'id' | 'game'>) {
    const c = { ...order, game, id: `c${this.sent.length}` }
    this.sent.push(c)
    return { id: c.id, done: this.outbox.add(c) }
  }
}

let socket: FakeSocket
let rules: FakeRules
let live: LiveGame
let news: GameUpdate[]
let seq: number

const game = (more: Partial<Game> = {}): Game => ({
  id: 'g',
  variant: 'shrink',
  title: 'Shrink Chess',
  look: 'classic',
  full: [8, 8],
  fen: 'start',
  control: {},
  casual: true,
  public: true,
  white: { taken: true, name: 'Ann', you: true },
  black: { taken: true, name: 'Bob' },
  status: 'live',
  created: 0,
  updated: 0,
  ply: 0,
  position: '',
  turn: 'white',
  ...more,
})
const moved = (color: Color, move: string, more: Partial<Event> = {}): Event => ({
  seq: ++seq,
  kind: 'move',
  color,
  at: seq,
  move,
  san: move,
  ...more,
})
const ahead = (from: number, to: number): Premove => ({ from, to, key: 10 + from, piece: 'P' })
const settled = () => vi.advanceTimersByTimeAsync(0)
const shown = () => live.views.view?.fen

async function begin(m: Partial<ServerMessage> = {}, g: Partial<Game> = {}) {
  const events = m.events ?? []
  const turn = events.filter((e) => e.kind === 'move').length % 2 === 0 ? 'white' : 'black'
  live.receive({
    t: 'game',
    id: 'g',
    from: 0,
    game: game({ turn, ...g }),
    events,
    you: ['white'],
    times: { white: 1000, black: 1000, now: 0 },
    ...m,
  })
  await settled()
}

beforeEach(() => {
  vi.useFakeTimers()
  socket = new FakeSocket()
  rules = new FakeRules()
  pieces = [1, 2, 3, 4, 5, 6, 7, 8].map((square) => ({ key: 10 + square, piece: 'P', square }))
  live = new LiveGame(
    'g',
    socket,
    () => rules,
    () => Date.now(),
  )
  news = []
  seq = 0
  live.open()
  live.listen((n) => news.push(n))
})
afterEach(() => vi.useRealTimers())

test('the last board view is loaded first, the earlier ones on demand', async () => {
  await begin({ events: [moved('white', '12'), moved('black', '34')] })
  expect(rules.asked).toEqual([[2, '12 34']])
  expect(live.views.list.map((s) => s?.fen)).toEqual([undefined, undefined, '12 34'])
  live.views.complete()
  await settled()
  expect(rules.asked).toEqual([
    [2, '12 34'],
    [0, '12 34'],
  ])
  expect(live.views.list.map((s) => s?.fen)).toEqual(['', '12', '12 34'])
  expect(live.views.choices?.ply).toBe(2)
  expect(live.movable).toEqual(['white'])
  expect(news).toEqual([])
})

test('the user’s move is on the board at once and confirmed by ack, then event', async () => {
  await begin()
  live.play('12')
  await settled()
  expect(shown()).toBe('12')
  expect(live.pending).toMatchObject({ text: '12', ply: 0, acked: false })
  expect(live.turn).toBe('black')
  expect(live.movable).toEqual([])
  expect(socket.sent[0]).toMatchObject({ order: 'move', color: 'white', ply: 0, move: '12' })

  socket.outbox.ack('c0', 1)
  await settled()
  expect(live.pending?.acked).toBe(true)
  live.receive({ t: 'event', id: 'g', event: moved('white', '12') })
  await settled()
  expect(live.pending).toBeNull()
  expect(shown()).toBe('12')
  expect(news.filter((n) => n.t === 'move').length).toBe(1)
  expect(rules.asked.length).toBe(2) // the event brought nothing new to draw
})

test('… or by event, then ack', async () => {
  await begin()
  live.play('12')
  live.receive({ t: 'event', id: 'g', event: moved('white', '12') })
  await settled()
  expect(live.pending).toBeNull()
  socket.outbox.ack('c0', 1)
  await settled()
  expect(live.pending).toBeNull()
  expect(live.moves.length).toBe(1)
  await vi.advanceTimersByTimeAsync(5000)
  expect(socket.rewatched).toBe(0)
})

test('an acknowledged event that does not come is requested', async () => {
  await begin()
  live.play('12')
  socket.outbox.ack('c0', 1)
  await vi.advanceTimersByTimeAsync(2000)
  expect(socket.rewatched).toBe(1)
})

test('a rejected move is taken back with a message', async () => {
  await begin()
  live.play('12')
  await settled()
  socket.outbox.nack('c0', { code: 'illegal', text: 'no such move' }, 0)
  await settled()
  expect(live.pending).toBeNull()
  expect(shown()).toBe('')
  expect(live.views.choices?.ply).toBe(0)
  expect(news.at(-1)).toEqual({ t: 'refused', order: 'move', fault: { code: 'illegal', text: 'no such move' } })
})

test('the same move from another tab is accepted, another move is not', async () => {
  await begin()
  live.play('12')
  live.receive({ t: 'event', id: 'g', event: moved('white', '12') })
  socket.outbox.nack('c0', { code: 'stale', text: 'the position has changed' }, 0)
  await settled()
  expect(news.some((n) => n.t === 'refused')).toBe(false)

  live.receive({ t: 'event', id: 'g', event: moved('black', '56') })
  await settled()
  live.play('12')
  await settled()
  live.receive({ t: 'event', id: 'g', event: moved('white', '34') })
  await settled()
  expect(shown()).toBe('12 56 34')
  socket.outbox.nack('c1', { code: 'stale', text: 'the position has changed' }, 0)
  await settled()
  expect(news.at(-1)?.t).toBe('refused')
})

test('no move can be played out of turn, while one is pending, or at an earlier ply', async () => {
  await begin()
  live.play('12')
  live.play('34')
  expect(socket.sent.length).toBe(1)
  live.receive({ t: 'event', id: 'g', event: moved('white', '12') })
  await settled()
  live.play('34')
  expect(socket.sent.length).toBe(1)
  live.receive({ t: 'event', id: 'g', event: moved('black', '34') })
  await settled()
  live.views.first()
  expect([live.views.ply, live.views.atEnd, live.movable]).toEqual([0, false, []])
  live.play('56')
  expect(socket.sent.length).toBe(1)
})

test('a typed move is sent in UCI; errors are reported', async () => {
  await begin()
  await live.type('NF3')
  expect(socket.sent[0]?.move).toBe('nf3')
  await expect(live.type('bad')).rejects.toThrow('no such move')
})
test('a typed move may name its pieces in German on the German page', async () => {
  vi.spyOn(entry, 'english').mockImplementation(german.english)
  await begin()
  await live.type('Sf3')
  expect(socket.sent[0]?.move).toBe('nf3')
  await expect(live.type('Lad')).rejects.toThrow('no such move: Lad')
  expect(['Lxb5', 'exd8=D', 'Tz>S', 'Dd4', 'D4', 'Nf3', 'O-O'].map(german.english)).toEqual([
    'Bxb5',
    'exd8=Q',
    'Rz>N',
    'Qd4',
    'D4',
    'Nf3',
    'O-O',
  ])
})

test('known events are ignored, missing ones requested', async () => {
  const first = moved('white', '12')
  await begin({ events: [first] })
  live.receive({ t: 'event', id: 'g', event: first })
  expect(live.moves.length).toBe(1)
  seq++ // one gets lost
  live.receive({ t: 'event', id: 'g', event: moved('white', '56') })
  expect(live.moves.length).toBe(1)
  expect(socket.rewatched).toBe(1)
  seq = 1
  live.receive({
    t: 'game',
    id: 'g',
    from: 1,
    game: game({ turn: 'black' }),
    events: [moved('black', '34'), moved('white', '56')],
    you: ['white'],
  })
  await settled()
  expect(live.moves.map((m) => m.move)).toEqual(['12', '34', '56'])
  // Of several moves at once only the last is announced.
  expect(news.filter((n) => n.t === 'move').map((n) => n.t === 'move' && [n.view.move, n.missed])).toEqual([['56', 1]])
})

test('an event that comes twice after a reconnect counts once', async () => {
  const events = [moved('white', '12'), moved('black', '34')]
  await begin({ events })
  live.receive({ t: 'game', id: 'g', from: 1, game: game(), events: [events[1]!], you: ['white'] })
  expect(live.moves.length).toBe(2)
  live.receive({ t: 'game', id: 'g', from: 0, game: game(), events, you: ['white'] })
  expect(live.moves.length).toBe(2)
})

test('a game that the server sends without its last events goes back', async () => {
  const events = [moved('white', '12'), moved('black', '34'), moved('white', '56')]
  await begin({ events })
  live.premove = ahead(1, 2)
  live.receive({
    t: 'game',
    id: 'g',
    from: 0,
    game: game({ turn: 'black' }),
    events: events.slice(0, 1),
    you: ['white'],
  })
  await settled()
  expect(live.moves.map((m) => m.move)).toEqual(['12'])
  expect([live.premove, news.at(-1)]).toEqual([null, { t: 'went-back' }])
  seq = 1
  live.receive({ t: 'event', id: 'g', event: moved('black', '78') })
  expect(live.moves.map((m) => m.move)).toEqual(['12', '78'])
})

test('an answer that begins after the known events leads to a new request', async () => {
  await begin({ events: [moved('white', '12')] })
  live.receive({ t: 'game', id: 'g', from: 5, game: game(), events: [], you: ['white'] })
  expect(socket.rewatched).toBe(1)
  expect(live.last()).toBeUndefined()
})

test('a takeback rewinds the shown ply', async () => {
  await begin({ events: [moved('white', '12'), moved('black', '34')] })
  live.premove = ahead(1, 2)
  live.receive({ t: 'event', id: 'g', event: { seq: ++seq, kind: 'takeback', color: 'white', at: 9, plies: 2 } })
  await settled()
  expect(live.moves).toEqual([])
  expect(shown()).toBe('')
  expect(live.views.end).toBe(0)
  expect(live.premove).toBeNull()
  expect(live.game?.turn).toBe('white')
  expect(live.views.choices?.ply).toBe(0)
  live.receive({ t: 'event', id: 'g', event: moved('white', '56') })
  await settled()
  expect(shown()).toBe('56')
})

test('a premove is played when its turn comes', async () => {
  await begin({ events: [moved('white', '12')] })
  expect(live.premovable).toBe('white')
  live.premove = ahead(3, 4)
  live.receive({ t: 'event', id: 'g', event: moved('black', '56') })
  await settled()
  expect(socket.sent.at(-1)).toMatchObject({ order: 'move', ply: 2, move: '34' })
  expect(live.premove).toBeNull()
  expect(shown()).toBe('12 56 34')
})

const pawn = (piece: string) => ({ piece, key: 1, square: 2, name: 'a8' })
test.each<[string, string[], string[] | undefined, string | null]>([
  ['one’s own pawn becomes a queen', ['P'], undefined, '34q'],
  ['… if it may', ['P'], ['n', 'r'], null],
  ['the other’s pawn is asked for', ['p'], undefined, null],
  ['several are asked for', ['P', 'P'], undefined, null],
])('a premove that promotes: %s', async (_, pawns, only, want) => {
  rules.routes = [{ ...route('34'), promotions: pawns.map(pawn), only }]
  await begin({ events: [moved('white', '12')] })
  live.premove = ahead(3, 4)
  live.receive({ t: 'event', id: 'g', event: moved('black', '56') })
  await settled()
  expect(socket.sent.at(-1)?.move ?? null).toBe(want)
  expect(live.promoting).toBe(want ? null : rules.routes[0])
  live.receive({ t: 'event', id: 'g', event: { seq: ++seq, kind: 'end', at: 5, result: '1-0', reason: 'resignation' } })
  expect(live.promoting).toBeNull()
})

test('a premove belongs to its piece', async () => {
  for (const change of [{ key: 99 }, { piece: 'N' }]) {
    live = new LiveGame(
      'g',
      socket,
      () => rules,
      () => Date.now(),
    )
    live.listen((n) => news.push(n))
    seq = 0
    await begin({ events: [moved('white', '12')] })
    live.premove = { ...ahead(3, 4), ...change }
    live.receive({ t: 'event', id: 'g', event: moved('black', '56') })
    await settled()
    expect(socket.sent).toEqual([])
    expect(news.at(-1)).toEqual({ t: 'premove-lost' })
  }
})

test('a premove that has become illegal is canceled with a message', async () => {
  await begin({ events: [moved('white', '12')] })
  live.premove = ahead(7, 8)
  live.receive({ t: 'event', id: 'g', event: moved('black', '56') })
  await settled()
  expect(socket.sent).toEqual([])
  expect(live.premove).toBeNull()
  expect(news.at(-1)).toEqual({ t: 'premove-lost' })
})

test('a move from before a reload is on the board and pending', async () => {
  void socket.outbox.add({ id: 'old', game: 'g', order: 'move', color: 'white', ply: 0, move: '12' })
  await begin()
  expect(live.pending).toMatchObject({ id: 'old', text: '12' })
  expect(shown()).toBe('12')
  live.receive({ t: 'event', id: 'g', event: moved('white', '12') })
  socket.outbox.ack('old', 1)
  await settled()
  expect(live.pending).toBeNull()
})

test('… unless another move was played since', async () => {
  void socket.outbox.add({ id: 'old', game: 'g', order: 'move', color: 'white', ply: 0, move: '12' })
  await begin({ events: [moved('white', '56')] })
  expect(live.pending).toBeNull()
  expect(shown()).toBe('56')
})

test('a new move is shown to players; spectators stay at their ply', async () => {
  for (const [you, ply] of [
    [['white'], 3],
    [[], 1],
  ] as [Color[], number][]) {
    live = new LiveGame(
      'g',
      socket,
      () => rules,
      () => Date.now(),
    )
    seq = 0
    await begin({ you, events: [moved('white', '12'), moved('black', '34')] })
    live.views.show(1)
    live.receive({ t: 'event', id: 'g', event: moved('white', '56') })
    await settled()
    expect(live.views.ply).toBe(ply)
  }
})

test('a user who goes back while a move is pending stays there when it is confirmed', async () => {
  await begin()
  live.play('12')
  await settled()
  live.views.back()
  live.receive({ t: 'event', id: 'g', event: moved('white', '12') })
  await settled()
  expect([live.views.ply, live.views.end]).toEqual([0, 1])
  live.receive({ t: 'event', id: 'g', event: moved('black', '34') })
  await settled()
  expect(live.views.ply).toBe(2)
})

test('a takeback shows the last position to a spectator of an earlier one', async () => {
  await begin({ you: [], events: [moved('white', '12'), moved('black', '34'), moved('white', '56')] })
  live.views.show(1)
  live.receive({ t: 'event', id: 'g', event: { seq: ++seq, kind: 'takeback', color: 'white', at: 9, plies: 1 } })
  live.receive({ t: 'event', id: 'g', event: moved('white', '78') })
  await settled()
  expect(live.views.atEnd).toBe(true)
})

test('unreachable rules are retried', async () => {
  rules.broken = 2
  await begin()
  expect(live.views.view).toBeUndefined()
  await vi.advanceTimersByTimeAsync(2000)
  expect(shown()).toBe('')
})

test('the end of the game cancels the premove and ends play', async () => {
  await begin({ events: [moved('white', '12')] })
  live.premove = ahead(1, 2)
  live.receive({ t: 'event', id: 'g', event: { seq: ++seq, kind: 'end', at: 5, result: '1-0', reason: 'resignation' } })
  await settled()
  expect(live.finished).toBe(true)
  expect(live.game).toMatchObject({ result: '1-0', reason: 'resignation' })
  expect([live.premove, live.premovable, live.views.choices, live.movable]).toEqual([null, null, null, []])
})

test('a move that ends the game ends it', async () => {
  await begin()
  live.receive({ t: 'event', id: 'g', event: moved('white', '12', { result: '1-0', reason: 'checkmate' }) })
  expect(live.finished).toBe(true)
})

test('a player of both colors has no premove and moves for each in turn', async () => {
  await begin({ you: ['white', 'black'] })
  expect(live.movable).toEqual(['white'])
  live.play('12')
  live.receive({ t: 'event', id: 'g', event: moved('white', '12') })
  await settled()
  expect(live.movable).toEqual(['black'])
  expect(live.premovable).toBeNull()
  await Promise.race([live.order('resign'), settled()])
  expect(socket.sent.at(-1)).toMatchObject({ order: 'resign', color: 'black' })
})

test('a joiner asks for the seats', async () => {
  await begin({ you: [] }, { status: 'waiting', black: { name: '', taken: false } })
  live.receive({
    t: 'event',
    id: 'g',
    event: { seq: ++seq, kind: 'join', color: 'black', at: 1, seat: { taken: true, name: 'Eve', you: true } },
  })
  expect(live.live).toBe(true)
  expect(socket.rewatched).toBe(1)
  live.receive({ t: 'game', id: 'g', from: 1, game: game(), events: [], you: ['black'] })
  await settled()
  expect(live.color).toBe('black')
})

test('a deleted game is reported, also if the page hears of it when it connects again', async () => {
  for (const code of ['deleted', 'not-found']) {
    await begin()
    expect(live.fault).toBeNull()
    live.receive({ t: 'error', id: 'g', error: { code, text: 'gone' } })
    expect(live.fault?.code).toBe('deleted')
    await vi.advanceTimersByTimeAsync(5000)
    expect(socket.rewatched).toBe(0)
  }
})

test('a missing game is asked for before it is reported; later errors keep a loaded game', async () => {
  const missing = { t: 'error', id: 'g', error: { code: 'not-found', text: 'no such game' } } as const
  for (const [wait, reported, times] of [
    [150, false, 1],
    [300, false, 2],
    [600, false, 3],
    [2000, true, 4],
    [5000, true, 4],
  ] as const) {
    live.receive(missing)
    expect(live.fault?.code === 'not-found', `after ${times} times`).toBe(reported)
    await vi.advanceTimersByTimeAsync(wait)
    expect(socket.rewatched).toBe(times)
  }
  await begin()
  expect(live.fault).toBeNull()
  live.receive({ t: 'error', id: 'g', error: { code: 'server', text: 'oops' } })
  expect(live.fault).toBeNull()
  await vi.advanceTimersByTimeAsync(2000)
  expect(socket.rewatched).toBe(5)
})

test('a command has the last known event, also when it is sent again', async () => {
  await begin({ events: [moved('white', '12'), moved('black', '34')] })
  live.play('56')
  void live.order('draw-offer')
  live.receive({ t: 'event', id: 'g', event: moved('white', '56') })
  void live.order('resign')
  expect(socket.sent.map((c) => [c.order, c.seen])).toEqual([
    ['move', 2],
    ['draw-offer', 2],
    ['resign', 3],
  ])
  expect(socket.outbox.waiting('g').map((e) => e.command.seen)).toEqual([2, 2, 3])
})

test('a command is pending until its event has come', async () => {
  await begin({ events: [moved('white', '12'), moved('black', '34')] })
  void live.order('takeback-offer')
  expect([live.busy('takeback-offer'), live.busy('resign')]).toEqual([true, false])
  expect(await live.order('takeback-offer')).toBe(false)
  expect(socket.sent.length).toBe(1)
  socket.outbox.ack('c0', 3)
  await settled()
  expect(live.busy('takeback-offer')).toBe(true)
  live.receive({ t: 'event', id: 'g', event: { seq: ++seq, kind: 'takeback', color: 'white', at: 9, plies: 2 } })
  expect(live.busy('takeback-offer')).toBe(false)

  void live.order('resign')
  live.receive({ t: 'event', id: 'g', event: { seq: ++seq, kind: 'end', at: 9, result: '0-1', reason: 'resignation' } })
  socket.outbox.ack('c1', 4)
  await settled()
  expect(live.busy('resign')).toBe(false)
})

test('… or until it is rejected', async () => {
  await begin({ events: [moved('white', '12'), moved('black', '34')] })
  void live.order('draw-offer')
  socket.outbox.nack('c0', { code: 'not-allowed', text: 'no' }, 0)
  await settled()
  expect(live.busy('draw-offer')).toBe(false)
  expect(news.at(-1)).toMatchObject({ t: 'refused', order: 'draw-offer' })
})

test('a typed move is not played in a position that has changed meanwhile', async () => {
  await begin({ you: ['white', 'black'] })
  const typed = live.type('56')
  live.receive({ t: 'event', id: 'g', event: moved('white', '12') })
  await expect(typed).rejects.toThrow('The position has changed')
  expect(socket.sent).toEqual([])
})

test('a typed move without its promotions opens the dialog', async () => {
  rules.routes = [{ ...route('34'), promotions: [pawn('P'), pawn('p')] }]
  await begin()
  await live.type('34')
  expect(live.promoting).toBe(rules.routes[0])
  expect(socket.sent).toEqual([])
  await live.type('34nr')
  expect(socket.sent.at(-1)?.move).toBe('34nr')
})

test('a takeback that comes before the earlier board views leaves no empty board', async () => {
  await begin({ events: [moved('white', '12'), moved('black', '34'), moved('white', '56')] })
  live.receive({ t: 'event', id: 'g', event: { seq: ++seq, kind: 'takeback', color: 'white', at: 9, plies: 1 } })
  await settled()
  expect(live.moves.length).toBe(2)
  expect(shown()).toBe('12 34')
  live.receive({ t: 'event', id: 'g', event: { seq: ++seq, kind: 'takeback', color: 'white', at: 9, plies: 2 } })
  await settled()
  expect(shown()).toBe('')
})

test('going back works when the board views have loaded', async () => {
  await begin({ events: [moved('white', '12'), moved('black', '34')] })
  live.views.back()
  expect(live.views.ply).toBe(2)
  await settled()
  expect(live.views.ply).toBe(1)
  expect(shown()).toBe('12')
})

test('the result is announced after the last move', async () => {
  await begin()
  live.receive({ t: 'event', id: 'g', event: moved('white', '12', { result: '1-0', reason: 'checkmate' }) })
  await settled()
  expect(news.map((n) => n.t)).toEqual(['move', 'event'])
})

test('… and even if the move cannot be drawn', async () => {
  await begin()
  rules.broken = 1
  live.receive({ t: 'event', id: 'g', event: moved('white', '12', { result: '1-0', reason: 'checkmate' }) })
  await settled()
  expect(news.map((n) => n.t)).toEqual(['event'])
})

test('of missed news the last of each kind is announced, with one sound', async () => {
  await begin({ events: [moved('white', '12')] })
  const offer = (kind: string): Event => ({ seq: ++seq, kind, color: 'black', at: seq })
  live.receive({
    t: 'game',
    id: 'g',
    from: 1,
    game: game(),
    you: ['white'],
    events: [moved('black', '34'), offer('draw-offer'), moved('white', '56'), offer('draw-offer')],
  })
  await settled()
  expect(news.map((n) => (n.t === 'event' ? [n.event.kind, n.event.seq, n.quiet] : n.t))).toEqual([
    'move',
    ['move', 4, true],
    ['draw-offer', 5, false],
  ])
})
