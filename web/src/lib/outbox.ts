import type { Fault, Color } from './types'

/** A command that the server has not yet answered. */
export interface Command {
  id: string
  game: string
  order: string
  color?: Color
  ply?: number
  move?: string
  seen?: number // the last event that was known when it was given; sent again, it is still that
}

/** A refused command: the server's code and its words. */
export class Refused extends Error {
  constructor(readonly fault: Fault) {
    super(fault.text)
  }
}

interface Entry {
  command: Command
  sent: number // when it was last sent, by the monotonic clock; -1: never on this connection
  faults: number // answers that ask to try again later
  settle: { resolve: (seq: number) => void; reject: (e: Refused) => void }
  done: Promise<number>
}

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

const key = 'wane.outbox'
const again = 6000 // ms after which an unanswered command is sent once more
const later = 1500 // ms after which a command is sent again that the server had no time for
const patience = 6 // how many such answers are believed

/**
 * Commands until they are answered, in the order in which they were given. They
 * lie in the tab's storage, so that a reload does not lose them; the server
 * counts a command once, however often it is sent.
 */
export class Outbox {
  #entries: Entry[] = []

  constructor(private readonly store: Store | null) {
    for (const c of this.#read()) this.#entries.push(entry(c))
  }

  get size(): number {
    return this.#entries.length
  }

  /** Commands of a game that still wait, for instance from before a reload. */
  waiting(game: string): { command: Command; done: Promise<number> }[] {
    return this.#entries.filter((e) => e.command.game === game)
  }

  /** Keeps a command; the promise gives the number of its event, or Refused. */
  add(c: Command): Promise<number> {
    const e = entry(c)
    this.#entries.push(e)
    this.#write()
    return e.done
  }

  /** A new connection knows nothing of what went through the old one. */
  reset(): void {
    for (const e of this.#entries) e.sent = -1
  }

  /** Those that should be sent now; they count as sent. */
  due(now: number): Command[] {
    const due = this.#entries.filter((e) => e.sent < 0 || now - e.sent >= again)
    for (const e of due) e.sent = now
    return due.map((e) => e.command)
  }

  ack(id: string, seq: number): void {
    this.#take(id)?.settle.resolve(seq)
  }

  /** A refusal; where the server only had no time, the command is kept and sent again. */
  nack(id: string, fault: Fault, now: number): void {
    const e = this.#entries.find((e) => e.command.id === id)
    if (!e) return
    if ((fault.code === 'too-fast' || fault.code === 'server') && ++e.faults < patience) {
      e.sent = now - again + later * e.faults
      return
    }
    this.#take(id)!.settle.reject(new Refused(fault))
  }

  #take(id: string): Entry | undefined {
    const i = this.#entries.findIndex((e) => e.command.id === id)
    if (i < 0) return undefined
    const [e] = this.#entries.splice(i, 1)
    this.#write()
    return e
  }

  #read(): Command[] {
    try {
      const list: unknown = JSON.parse(this.store?.getItem(key) ?? '[]')
      return Array.isArray(list) ? list.filter((c) => typeof c?.id === 'string' && typeof c?.game === 'string').map(recolored) : []
    } catch {
      return []
    }
  }

  #write(): void {
    try {
      if (this.#entries.length === 0) this.store?.removeItem(key)
      else this.store?.setItem(key, JSON.stringify(this.#entries.map((e) => e.command)))
    } catch {
      // Storage is full or forbidden: the commands live as long as the page.
    }
  }
}

/** A stored command; older pages stored its color under another name. */
function recolored(stored: Command & { side?: Color }): Command {
  const { side, ...command } = stored
  return side && !command.color ? { ...command, color: side } : command
}

function entry(command: Command): Entry {
  let settle!: Entry['settle']
  const done = new Promise<number>((resolve, reject) => (settle = { resolve, reject }))
  done.catch(() => {}) // callers that care listen as well
  return { command, sent: -1, faults: 0, settle, done }
}
