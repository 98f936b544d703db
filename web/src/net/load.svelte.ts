// What a page or panel loads: its value, that it waits, and why it failed. What changes on the server is followed: asked
// for again and again, often by requests that wait there for the next change.

import { ApiError } from './api'

const firstDelay = 2000 // ms after the first failure of what is retried
const patience = 40_000 // ms until a request counts as lost; the server answers after 25 s, changed or not
/** Between two requests that wait at the server, in ms: where much changes, not each change is a request. */
export const onChange = 500

interface Options<T> {
  /** Takes each answer, before the page shows it; before is what it shows. */
  then?: (value: T, before: T | undefined) => void
  /** What is shown after an answer; by default the answer. */
  merge?: (answer: T, before: T | undefined) => T
  failed?: (fault: unknown) => void
  /** A new question takes the old value away; otherwise it stays until the answer. */
  clear?: boolean
  /** Asks again by itself after a failure. */
  insist?: boolean
  /** How long after an answer it asks again, in ms; undefined: it has ended. */
  every?: number | ((value: T) => number | undefined)
  /** Goes on while the page is hidden. Others wait until it is visible, and ask at once then. */
  hidden?: boolean
}

const isHidden = () => typeof document !== 'undefined' && document.hidden
const listen = (how: 'addEventListener' | 'removeEventListener', look: () => void) => {
  if (typeof document === 'undefined') return
  document[how]('visibilitychange', look)
  globalThis[how]('online', look)
}

export class Load<T> {
  value = $state.raw() as T
  /** Why the last question failed; undefined if it did not. */
  fault = $state.raw<unknown>()
  waiting = $state(false)
  #open = false
  #ended = false
  protected last: T | undefined // what the last question continues
  #request: AbortController | undefined // only the last question counts
  #timer: ReturnType<typeof setTimeout> | undefined
  #delay = firstDelay

  /** Ask gets the answer before, unless it begins again: then the server answers at once. */
  constructor(
    private readonly ask: (signal: AbortSignal, last: T | undefined) => Promise<NonNullable<T>> | undefined,
    private readonly initial: T,
    private readonly options: Options<NonNullable<T>> = {},
  ) {
    this.value = initial
  }

  /** There is no such thing on the server. */
  get missing(): boolean {
    return this.fault instanceof ApiError && this.fault.status === 404
  }

  /** What is shown may be out of date. */
  get stale(): boolean {
    return this.fault !== undefined && this.value !== this.initial
  }

  /** Asks. Returns a function that stops it. */
  start(): () => void {
    this.fault = undefined
    if (this.options.clear) this.value = this.initial
    this.#open = true
    this.#delay = firstDelay
    this.attempt()
    if (this.options.insist) listen('addEventListener', this.#look)
    return () => {
      this.#open = false
      this.#drop()
      listen('removeEventListener', this.#look)
    }
  }

  /** Asks once more. */
  readonly again = (): void => {
    this.fault = undefined
    if (this.last === undefined) this.start()
    else this.attempt(this.last)
  }

  /** Takes the answer to an action of the user. */
  take(answer: NonNullable<T>): void {
    if (this.#open) this.#accept(answer) // otherwise the user has gone elsewhere meanwhile
  }

  protected attempt(last?: T): void {
    this.#drop()
    this.last = last
    this.#ended = false
    const request = (this.#request = new AbortController())
    const asked = this.ask(request.signal, last)
    this.waiting = !!asked
    if (!asked) return
    const late = setTimeout(() => request.abort(), patience)
    void asked
      .then(
        (answer) => request === this.#request && this.#accept(answer, true),
        (e: unknown) => request === this.#request && this.fail(e),
      )
      .finally(() => clearTimeout(late))
  }

  #drop(): void {
    this.#request?.abort()
    this.#request = undefined
    this.waiting = false
    clearTimeout(this.#timer)
  }

  #accept(answer: NonNullable<T>, goesOn = false): void {
    const { every, merge, then } = this.options
    const before = this.value ?? undefined
    const value = merge?.(answer, before) ?? answer
    this.#drop()
    this.#delay = firstDelay
    this.fault = undefined
    then?.(value, before)
    this.value = value
    const wait = typeof every === 'function' ? every(value) : every
    this.#ended = wait === undefined
    if (wait !== undefined) this.#later(wait, goesOn ? value : undefined)
  }

  protected fail(e: unknown): void {
    const { every, failed, insist } = this.options
    this.#drop()
    this.fault = e
    this.#ended = this.missing || !insist
    if (!this.#ended) this.#later(this.#delay)
    this.#delay = Math.min(every ? 16_000 : 60_000, 2 * this.#delay)
    failed?.(e)
  }

  #later(ms: number, last?: T): void {
    this.last = last
    if (this.#open && (this.options.hidden || !isHidden())) this.#timer = setTimeout(() => this.attempt(last), ms)
  }

  /** Stops what waits while the page is hidden, and asks at once when it is visible or the network is back. */
  #look = (): void => {
    if (this.#ended || (this.waiting && this.last === undefined)) return
    if (this.options.hidden || !isHidden()) this.attempt()
    else this.#drop()
  }
}

function begun<L extends { start(): () => void }>(l: L): L {
  $effect(() => l.start())
  return l
}

type Ask<T> = (signal: AbortSignal, last: T | undefined) => Promise<T> | undefined

/**
 * Loads something while a component is there: at once, and again when what ask reads changes. Without a promise
 * there is nothing to ask. Call it while the component is set up.
 */
export const load = <T extends NonNullable<unknown>>(ask: Ask<T>, options?: Options<T>) =>
  begun(new Load<T | undefined>(ask, undefined, options))

/** Loads something that the page can do without meanwhile: it asks at growing intervals until there is an answer. */
export const insist = <T extends NonNullable<unknown>>(ask: Ask<T>, options?: Options<T>) =>
  load(ask, { insist: true, ...options })

/** Does so with a list, which is empty until then. */
export const insistOnList = <T>(ask: Ask<T[]>, options?: Options<T[]>) =>
  begun(new Load<T[]>(ask, [], { insist: true, ...options }))

/** Follows something that changes on the server, while the page is visible. */
export const follow = <T extends NonNullable<unknown>>(
  every: NonNullable<Options<T>['every']>,
  ask: Ask<T>,
  options?: Options<T>,
) => insist(ask, { every, ...options })

/** A part of a list, with where the next part begins. */
export interface Part<T, C> {
  list: T[]
  next?: C
}

/** A list that grows when the user asks for more. */
export class Pages<T, C extends string | number> extends Load<Part<T, C> | undefined> {
  /** Nothing comes twice, also if it has moved to another part meanwhile. */
  constructor(
    ask: (after: C | undefined) => Promise<Part<T, C>> | undefined,
    key: (entry: T) => unknown,
    options?: Options<Part<T, C>>,
  ) {
    const joined = (last: T[], { list, next }: Part<T, C>) => {
      const known = new Set(last.map(key))
      return { list: [...last, ...list.filter((e) => !known.has(key(e)))], next }
    }
    super((_, last) => ask(last?.next)?.then((part) => joined(last?.list ?? [], part)), undefined, options)
  }

  protected override fail(e: unknown): void {
    if (!this.last) this.value = undefined // it is of another question
    super.fail(e)
  }

  readonly more = (): void => {
    if (!this.waiting && this.value?.next) this.attempt(this.value)
  }
}

/** Loads such a list as load does. */
export const pages = <T, C extends string | number>(...given: ConstructorParameters<typeof Pages<T, C>>) =>
  begun(new Pages(...given))
