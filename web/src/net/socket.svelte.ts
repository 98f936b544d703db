// The tab's connection to the server. It reconnects by itself, and restores subscriptions
// and unanswered commands.

import { sayAll } from './sentences.text'
import { newID } from './api'
import { Outbox, type Command } from './outbox'
import { marked } from './own'
import { site } from './site'
import type { ClientMessage, Game, Lobby, Me, ServerMessage } from './types'
import { session, type Stored } from './stored'

/**
 * connecting: the first connection is being made. stale: no message for too long; the
 * connection may recover, else a new one is made. offline: the connection was lost; it is
 * retried at intervals.
 */
export type ConnectionState = 'connecting' | 'open' | 'stale' | 'offline'

export interface Subscriber {
  /** Returns the number of the last known event, or undefined if there is none. */
  last(): number | undefined
  receive(m: ServerMessage): void
}

/** What the socket needs of the browser; tests have their own. */
export interface Browser {
  open(): WebSocket
  now(): number // ms, monotonic; it may stand still while the machine sleeps
  wall(): number // ms of the machine's clock
  random(): number
  store: Stored
}

const busyDelay = 3000 // ms
const staleAfter = 2500 // ms without a message until the connection counts as lost; pings come every second
const silenceLimit = 5000 // ms without a message until a new connection is made
const openLimit = 9000 // ms for a connection to open
const sleepDrift = 2000 // ms that the two clocks may drift apart between checks; more means that the machine slept
const minDelay = 300 // ms before the first reconnection
const maxDelay = 8000 // ms between reconnections

export class Socket {
  state = $state<ConnectionState>('connecting')
  /** When the state last changed from or to open, in ms of the monotonic clock. */
  since = $state(0)
  me = $state.raw<Me | null>(null)
  lobby = $state.raw<Lobby | null>(null)
  /** The user's unfinished games, while the lobby is watched. */
  mine = $state.raw<Game[]>([])
  /** How many games of others wait for an opponent. */
  waiting = $state(0)
  /** Counts how often something has begun or ended for the account: a game or a challenge. */
  news = $state(0)
  /** The last round trip in ms, measured by the server. */
  lag = 0

  readonly outbox: Outbox
  #socket: WebSocket | null = null
  #lastMessage = 0
  #tries = 0
  #timer: ReturnType<typeof setTimeout> | undefined
  #heartbeat: ReturnType<typeof setInterval> | undefined
  #rest: ReturnType<typeof setTimeout> | undefined // after news: one question answers what comes meanwhile
  #moreNews = false
  #subscribers = new Map<string, Set<Subscriber>>()
  #chats = new Map<string, (m: ServerMessage) => void>()
  #lobbyWatchers = 0
  #drift = 0 // of the machine's clock against the monotonic one

  constructor(private readonly browser: Browser) {
    this.outbox = new Outbox(browser.store)
    this.since = browser.now()
  }

  /** Connects. */
  start(): void {
    if (this.#heartbeat !== undefined) return
    this.#slept()
    this.#heartbeat = setInterval(() => this.#tick(), 250)
    this.#connect()
  }

  /** Closes the connection until start is called. */
  stop(): void {
    clearInterval(this.#heartbeat)
    clearTimeout(this.#timer)
    this.#heartbeat = this.#timer = undefined
    this.#close()
    this.#setState('offline')
  }

  /** Call it when the network or the page has come back: a doubtful connection is replaced at once. */
  wake(): void {
    if (this.#heartbeat === undefined) return this.start()
    if (this.#slept() || !this.#socket || this.browser.now() - this.#lastMessage >= staleAfter)
      return this.#reconnectNow()
    // Clocks that stood still are updated.
    for (const game of this.#subscribers.keys()) this.rewatch(game)
  }

  /** Call it when the network is gone: nothing else may report it for seconds. */
  doubt(): void {
    if (this.state === 'open') this.#setState('stale')
  }

  /** Subscribes to a game. Returns a function that unsubscribes. */
  watch(game: string, f: Subscriber): () => void {
    const all = this.#subscribers.get(game) ?? new Set()
    this.#subscribers.set(game, all.add(f))
    this.rewatch(game)
    return () => {
      all.delete(f)
      if (all.size > 0) return
      this.#subscribers.delete(game)
      this.#write({ t: 'unwatch', game })
    }
  }

  /** Requests a game again, from the last known event. */
  rewatch(game: string): void {
    const lasts = [...(this.#subscribers.get(game) ?? [])].map((f) => f.last())
    if (lasts.length === 0) return
    const from = lasts.includes(undefined) ? undefined : Math.min(...(lasts as number[]))
    this.#write({ t: 'watch', game, ...(from === undefined ? {} : { from }) })
  }

  /**
   * Calls f with the chat of a place, such as games/ID, from its recent messages on. Returns a function that stops it.
   */
  chat(place: string, f: (m: ServerMessage) => void): () => void {
    this.#chats.set(place, f)
    this.#write({ t: 'chat', place, on: true })
    return () => {
      if (this.#chats.get(place) !== f) return
      this.#chats.delete(place)
      this.#write({ t: 'chat', place })
    }
  }

  /** Keeps lobby up to date. Returns a function that stops it. */
  watchLobby(): () => void {
    if (this.#lobbyWatchers++ === 0) this.#write({ t: 'lobby', on: true })
    let done = false
    return () => {
      if (done) return
      done = true
      if (--this.#lobbyWatchers === 0) this.#write({ t: 'lobby', on: false })
    }
  }

  /**
   * Sends a command, now or when the connection is back. done resolves with the number of
   * its event, or rejects with Refused.
   */
  send(game: string, order: Omit<Command, 'id' | 'game'>): { id: string; done: Promise<number> } {
    const id = newID()
    const done = this.outbox.add({ id, game, ...order })
    this.#flush()
    return { id, done }
  }

  #connect(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#close()
    this.#lastMessage = this.browser.now()
    let socket: WebSocket
    try {
      socket = this.browser.open()
    } catch {
      return this.#reconnect('offline')
    }
    this.#socket = socket
    // Events of a closed connection are ignored.
    const mine = (f: () => void) => () => void (this.#socket === socket && f())
    socket.onopen = mine(() => this.#resume())
    socket.onclose = mine(() => this.#reconnect('offline'))
    socket.onmessage = (e: MessageEvent) => {
      if (this.#socket === socket) this.#receive(String(e.data))
    }
  }

  #resume(): void {
    this.outbox.reset()
    for (const game of this.#subscribers.keys()) this.rewatch(game)
    for (const place of this.#chats.keys()) this.#write({ t: 'chat', place, on: true })
    if (this.#lobbyWatchers > 0) this.#write({ t: 'lobby', on: true })
    this.#flush()
  }

  #receive(text: string): void {
    this.#lastMessage = this.browser.now()
    let m: ServerMessage
    try {
      m = sayAll(JSON.parse(text) as ServerMessage)
    } catch {
      return
    }
    this.#setState('open')
    switch (m.t) {
      case 'hello':
        this.me = m.me ?? this.me
        break
      case 'ping':
        this.#tries = 0 // the connection is stable
        this.lag = m.lag ?? this.lag
        this.waiting = m.waiting ?? 0
        this.#write({ t: 'pong', n: m.n })
        break
      case 'ack':
        this.outbox.ack(m.cmd!, m.seq ?? 0)
        break
      case 'nack':
        this.outbox.nack(m.cmd!, m.error ?? { code: 'server', text: '' }, this.#lastMessage)
        break
      case 'player':
        if (this.#rest) this.#moreNews = true
        else this.#tellNews()
        break
      case 'lobby':
        if (m.lobby) this.lobby = marked(m.lobby, this.me)
        break
      case 'mine':
        this.mine = m.mine ?? []
        break
      case 'bye':
        this.#reconnect('offline', 200 + 1000 * this.browser.random())
        break
      default: {
        const game = m.id ?? m.game?.id
        if (m.t === 'chat') this.#chats.get(m.place ?? '')?.(m)
        else if (m.place) this.#chatLater(m.place, m.error?.code)
        else if (game) for (const f of this.#subscribers.get(game) ?? []) f.receive(m)
        else if (m.t === 'error' && !this.lobby) this.#lobbyLater()
      }
    }
  }

  /** Follows a chat again, if the server was busy. */
  #chatLater(place: string, code?: string): void {
    if (code !== 'too-fast' && code !== 'server') return
    const socket = this.#socket
    setTimeout(() => {
      if (socket === this.#socket && this.#chats.has(place)) this.#write({ t: 'chat', place, on: true })
    }, busyDelay)
  }

  /** Requests the lobby again, since the server was busy. */
  #lobbyLater(): void {
    const socket = this.#socket
    setTimeout(() => {
      if (socket === this.#socket && this.#lobbyWatchers > 0 && !this.lobby) this.#write({ t: 'lobby', on: true })
    }, busyDelay)
  }

  #tick(): void {
    const slept = this.#slept()
    if (!this.#socket) return
    const silent = this.browser.now() - this.#lastMessage
    if (slept) this.#reconnectNow()
    else if (silent >= (this.#socket.readyState === 0 ? openLimit : silenceLimit)) this.#reconnect('stale', 0)
    else if (silent >= staleAfter && this.state === 'open') this.#setState('stale')
    else this.#flush()
  }

  /** Reports whether the machine has slept since the last call; connections from before are doubtful. */
  #slept(): boolean {
    const before = this.#drift
    this.#drift = this.browser.wall() - this.browser.now()
    return this.#drift - before > sleepDrift
  }

  /** Reconnects at once. */
  #reconnectNow(): void {
    this.#tries = 0
    this.#reconnect('stale', 0)
  }

  #tellNews(): void {
    this.news++
    this.#moreNews = false
    this.#rest = setTimeout(() => {
      this.#rest = undefined
      if (this.#moreNews) this.#tellNews()
    }, 500)
  }

  /** Closes the connection and makes a new one after wait ms, by default longer each time. */
  #reconnect(state: ConnectionState, wait?: number): void {
    this.#close()
    if (this.#heartbeat === undefined) return
    this.#setState(this.state === 'connecting' && this.#tries === 0 && state === 'stale' ? 'connecting' : state)
    wait ??= Math.min(maxDelay, minDelay * 2 ** this.#tries) * (0.5 + this.browser.random())
    this.#tries++
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#connect(), wait)
  }

  #setState(state: ConnectionState): void {
    if ((this.state === 'open') !== (state === 'open')) this.since = this.browser.now()
    if (this.state !== state) this.state = state
    if (state === 'offline') this.waiting = 0
  }

  #close(): void {
    const socket = this.#socket
    this.#socket = null
    if (!socket) return
    socket.onopen = socket.onclose = socket.onmessage = null
    try {
      socket.close()
    } catch {
      // The socket was closed already.
    }
  }

  #flush(): void {
    if (this.#socket?.readyState !== 1) return
    for (const { id, game, order, color, ply, move, seen } of this.outbox.due(this.browser.now()))
      this.#write({ t: 'do', id, game, order, color, ply, move, seen })
  }

  #write(m: ClientMessage): void {
    if (this.#socket?.readyState === 1) this.#socket.send(JSON.stringify(m))
  }
}

let tab: Socket | undefined

/** Returns the tab's connection; the first call opens it. */
export function socket(): Socket {
  if (tab) return tab
  const address = new URL('/ws', location.href)
  address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:'
  const made = new Socket({
    open: () => new WebSocket(address),
    now: () => performance.now(),
    wall: () => Date.now(),
    random: Math.random,
    store: session,
  })
  if (site) {
    made.state = 'offline' // for good
    return (tab = made)
  }
  addEventListener('online', () => made.wake())
  addEventListener('offline', () => made.doubt())
  addEventListener('pageshow', () => made.wake())
  // A page with an open connection is not kept for the back button.
  addEventListener('pagehide', () => made.stop())
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') made.wake()
  })
  made.start()
  return (tab = made)
}
