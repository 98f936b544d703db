// One connection to the server for the whole tab. It reconnects by itself; what uses
// it says what to follow and what to do, and need not know of connections.

import { newID } from './api'
import { Outbox, type Command } from './outbox'
import type { ClientMessage, Lobby, Me, ServerMessage } from './types'

/**
 * connecting: the first connection is being made. open: all is well. stale:
 * nothing was heard for too long, a new connection is being made. offline: the
 * connection was lost, and is tried again and again.
 */
export type Link = 'connecting' | 'open' | 'stale' | 'offline'

/** Who follows a game. */
export interface Follower {
  /** The number of the last event that the follower has; undefined: none. */
  last(): number | undefined
  take(m: ServerMessage): void
}

/** What the socket needs of the browser, so that tests can make their own. */
export interface Browser {
  open(): WebSocket
  now(): number // ms, monotonic; it may stand still while the machine sleeps
  wall(): number // ms, by the machine's clock
  random(): number
  store: Storage | null
}

const lobbyAgain = 3000 // ms
const silence = 9000 // ms without a message after which a connection is given up; pings come every 2.5 s
const doubt = 4000 // ms without a message after which it is doubted when the network or the page comes back
const nap = 2000 // ms by which the two clocks may drift apart within a beat; more is a sleep
const shortest = 300 // ms before the first new try
const longest = 8000 // ms between tries at most

export class Socket {
  state = $state<Link>('connecting')
  /** When the state last changed from or to open, by the monotonic clock. */
  since = $state(0)
  me = $state.raw<Me | null>(null)
  lobby = $state.raw<Lobby | null>(null)
  /** The last round trip in ms, as the server measured it. */
  lag = 0

  readonly outbox: Outbox
  #wire: WebSocket | null = null
  #heard = 0
  #tries = 0
  #timer: ReturnType<typeof setTimeout> | undefined
  #pulse: ReturnType<typeof setInterval> | undefined
  #follows = new Map<string, Set<Follower>>()
  #lobbies = 0
  #drift = 0 // of the machine's clock against the monotonic one

  constructor(private readonly browser: Browser) {
    this.outbox = new Outbox(browser.store)
    this.since = browser.now()
  }

  /** Begins. Without it nothing happens. */
  start(): void {
    if (this.#pulse !== undefined) return
    this.#slept()
    this.#pulse = setInterval(() => this.#beat(), 1000)
    this.#connect()
  }

  /** Ends the connection, for good or until start. */
  stop(): void {
    clearInterval(this.#pulse)
    clearTimeout(this.#timer)
    this.#pulse = this.#timer = undefined
    this.#drop()
    this.#turn('offline')
  }

  /** To be called when the network or the page has come back: what is doubtful is made anew, at once. */
  wake(): void {
    if (this.#pulse === undefined) return this.start()
    if (this.#slept() || !this.#wire || this.browser.now() - this.#heard >= doubt) return this.#renew()
    // Clocks that stood still, or what was not drawn, are set right.
    for (const game of this.#follows.keys()) this.rewatch(game)
  }

  /** Follows a game until the function returned is called. */
  watch(game: string, f: Follower): () => void {
    const all = this.#follows.get(game) ?? new Set()
    this.#follows.set(game, all.add(f))
    this.rewatch(game)
    return () => {
      all.delete(f)
      if (all.size > 0) return
      this.#follows.delete(game)
      this.#say({ t: 'unwatch', game })
    }
  }

  /** Asks for a game again, from the last event that is there, or all of it. */
  rewatch(game: string): void {
    const lasts = [...(this.#follows.get(game) ?? [])].map((f) => f.last())
    if (lasts.length === 0) return
    const from = lasts.includes(undefined) ? undefined : Math.min(...(lasts as number[]))
    this.#say({ t: 'watch', game, ...(from === undefined ? {} : { from }) })
  }

  /** Keeps `lobby` up to date until the function returned is called. */
  watchLobby(): () => void {
    if (this.#lobbies++ === 0) this.#say({ t: 'lobby', on: true })
    let done = false
    return () => {
      if (done) return
      done = true
      if (--this.#lobbies === 0) this.#say({ t: 'lobby', on: false })
    }
  }

  /**
   * Sends a command, now or when there is a connection again. The promise gives
   * the number of its event, or is rejected with Refused.
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
    this.#drop()
    this.#heard = this.browser.now()
    let wire: WebSocket
    try {
      wire = this.browser.open()
    } catch {
      return this.#again('offline')
    }
    this.#wire = wire
    // Handlers of a connection that was given up say nothing any more.
    const mine = (f: () => void) => () => void (this.#wire === wire && f())
    wire.onopen = mine(() => this.#greet())
    wire.onclose = mine(() => this.#again('offline'))
    wire.onmessage = (e: MessageEvent) => {
      if (this.#wire === wire) this.#receive(String(e.data))
    }
  }

  #greet(): void {
    this.outbox.reset()
    for (const game of this.#follows.keys()) this.rewatch(game)
    if (this.#lobbies > 0) this.#say({ t: 'lobby', on: true })
    this.#flush()
  }

  #receive(text: string): void {
    this.#heard = this.browser.now()
    let m: ServerMessage
    try {
      m = JSON.parse(text)
    } catch {
      return
    }
    this.#turn('open')
    switch (m.t) {
      case 'hello':
        this.me = m.me ?? this.me
        break
      case 'ping':
        this.#tries = 0 // it has lived for a while
        this.lag = m.lag ?? this.lag
        this.#say({ t: 'pong', n: m.n })
        break
      case 'ack':
        this.outbox.ack(m.cmd!, m.seq ?? 0)
        break
      case 'nack':
        this.outbox.nack(m.cmd!, m.error ?? { code: 'server', text: '' }, this.#heard)
        break
      case 'lobby':
        this.lobby = m.lobby ?? this.lobby
        break
      case 'bye':
        this.#again('offline', 200 + 1000 * this.browser.random())
        break
      default: {
        const game = m.id ?? m.game?.id
        if (game) for (const f of this.#follows.get(game) ?? []) f.take(m)
        else if (m.t === 'error' && !this.lobby) this.#lobbyLater()
      }
    }
  }

  /** The server had no time for the lobby. */
  #lobbyLater(): void {
    const wire = this.#wire
    setTimeout(() => {
      if (wire === this.#wire && this.#lobbies > 0 && !this.lobby) this.#say({ t: 'lobby', on: true })
    }, lobbyAgain)
  }

  #beat(): void {
    const slept = this.#slept()
    if (!this.#wire) return
    if (slept) this.#renew()
    else if (this.browser.now() - this.#heard >= silence) this.#again('stale', 0)
    else this.#flush()
  }

  /** Tells whether the machine has slept since it was asked last. Whatever was open then is doubtful. */
  #slept(): boolean {
    const before = this.#drift
    this.#drift = this.browser.wall() - this.browser.now()
    return this.#drift - before > nap
  }

  /** Makes a new connection at once. */
  #renew(): void {
    this.#tries = 0
    this.#again('stale', 0)
  }

  /** Gives the connection up and makes a new one after a while, by default a longer one each time. */
  #again(state: Link, wait?: number): void {
    this.#drop()
    if (this.#pulse === undefined) return
    this.#turn(this.state === 'connecting' && this.#tries === 0 && state === 'stale' ? 'connecting' : state)
    wait ??= Math.min(longest, shortest * 2 ** this.#tries) * (0.5 + this.browser.random())
    this.#tries++
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#connect(), wait)
  }

  #turn(state: Link): void {
    if ((this.state === 'open') !== (state === 'open')) this.since = this.browser.now()
    if (this.state !== state) this.state = state
  }

  #drop(): void {
    const wire = this.#wire
    this.#wire = null
    if (!wire) return
    wire.onopen = wire.onclose = wire.onmessage = null
    try {
      wire.close()
    } catch {
      // It was closed already.
    }
  }

  #flush(): void {
    if (this.#wire?.readyState !== 1) return
    for (const { id, game, order, color, ply, move, seen } of this.outbox.due(this.browser.now()))
      this.#say({ t: 'do', id, game, order, color, ply, move, seen })
  }

  #say(m: ClientMessage): void {
    if (this.#wire?.readyState === 1) this.#wire.send(JSON.stringify(m))
  }
}

let tab: Socket | undefined

/** The tab's connection; the first call makes it. */
export function socket(): Socket {
  if (tab) return tab
  const address = new URL('/ws', location.href)
  address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:'
  const made = new Socket({ open: () => new WebSocket(address), now: () => performance.now(), wall: () => Date.now(), random: Math.random, store: storage() })
  addEventListener('online', () => made.wake())
  addEventListener('pageshow', () => made.wake())
  // A page with an open connection cannot be kept for the way back.
  addEventListener('pagehide', () => made.stop())
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') made.wake()
  })
  made.start()
  return (tab = made)
}

function storage(): Storage | null {
  try {
    return sessionStorage
  } catch {
    return null // forbidden by the browser's settings
  }
}
