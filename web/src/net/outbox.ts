import type { Fault, Color } from './types'
import type { Stored } from './stored'

/** A command that the server has not yet answered. */
export interface Command {
  id: string
  game: string
  order: string
  color?: Color
  ply?: number
  move?: string
  seen?: number // the last known event when the command was given
}

/** A command that the server rejected, with its code and message. */
export class Refused extends Error {
  constructor(readonly fault: Fault) {
    super(fault.text)
  }
}

interface Entry {
  command: Command
  sent: number // when it was last sent, in ms of the monotonic clock; -1: never on this connection
  faults: number // number of answers that ask to retry later
  settle: { resolve: (seq: number) => void; reject: (e: Refused) => void }
  done: Promise<number>
}

const key = 'wane.outbox'
const resendAfter = 6000 // ms without an answer
const retryDelay = 1500 // ms after an answer that asks to retry, times the number of such answers
const maxRetries = 6

/**
 * The unanswered commands in the order in which they were given. They are in the tab's
 * storage, so that a reload does not lose them. The server counts a repeated command once.
 */
export class Outbox {
  #entries: Entry[] = []

  constructor(private readonly store: Stored) {
    for (const c of this.#read()) this.#entries.push(entry(c))
  }

  get size(): number {
    return this.#entries.length
  }

  /** Returns the unanswered commands of a game, for instance from before a reload. */
  waiting(game: string): { command: Command; done: Promise<number> }[] {
    return this.#entries.filter((e) => e.command.game === game)
  }

  /** Adds a command. Resolves with the number of its event, or rejects with Refused. */
  add(c: Command): Promise<number> {
    const e = entry(c)
    this.#entries.push(e)
    this.#write()
    return e.done
  }

  /** Marks all commands as not sent, for a new connection. */
  reset(): void {
    for (const e of this.#entries) e.sent = -1
  }

  /** Returns the commands to send now, and marks them as sent. */
  due(now: number): Command[] {
    const due = this.#entries.filter((e) => e.sent < 0 || now - e.sent >= resendAfter)
    for (const e of due) e.sent = now
    return due.map((e) => e.command)
  }

  ack(id: string, seq: number): void {
    this.#remove(id)?.settle.resolve(seq)
  }

  /** Handles a rejection. If the server was only busy, the command is sent again later. */
  nack(id: string, fault: Fault, now: number): void {
    const e = this.#entries.find((e) => e.command.id === id)
    if (!e) return
    if ((fault.code === 'too-fast' || fault.code === 'server') && ++e.faults < maxRetries) {
      e.sent = now - resendAfter + retryDelay * e.faults
      return
    }
    this.#remove(id)!.settle.reject(new Refused(fault))
  }

  #remove(id: string): Entry | undefined {
    const i = this.#entries.findIndex((e) => e.command.id === id)
    if (i < 0) return undefined
    const [e] = this.#entries.splice(i, 1)
    this.#write()
    return e
  }

  #read(): Command[] {
    return (
      this.store.read(key, Array.isArray)?.filter((c) => typeof c?.id === 'string' && typeof c?.game === 'string') ?? []
    )
  }

  #write(): void {
    this.store.write(key, this.#entries.length ? this.#entries.map((e) => e.command) : undefined)
  }
}

function entry(command: Command): Entry {
  let settle!: Entry['settle']
  const done = new Promise<number>((resolve, reject) => (settle = { resolve, reject }))
  done.catch(() => {}) // callers handle the rejection themselves
  return { command, sent: -1, faults: 0, settle, done }
}
