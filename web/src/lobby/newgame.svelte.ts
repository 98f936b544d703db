// A new game: what the dialog has chosen, and how the game begins.

import { untrack } from 'svelte'
import { studyStorage } from '../analysis/storage'
import { ApiError, call, errorText, newID } from '../net/api'
import { link } from '../net/links'
import { user } from '../net/me.svelte'
import { site } from '../net/site'
import { socket } from '../net/socket.svelte'
import { local } from '../net/stored'
import type { BoardView, Control, NewGame as Request } from '../net/types'
import { rules } from '../rules/rules'
import { familyOf, noteVariant } from '../rules/variant'
import { challenging, initial, readForm, type Form } from './form'
import { levelFor, noteLevel } from './levels'
import { readLast, storeLast } from './quick'
import { create } from './text'

const key = 'wane-new'
const moment = 1500 // ms: a connection that breaks for less changes nothing

/** What the address of the dialog asks for. */
export interface Asked {
  variant?: string
  fen?: string
  player?: string
  level?: number
}

type ComputerGame = Pick<Request, 'variant' | 'fen' | 'control' | 'casual' | 'rated' | 'color'> & { level: number }

/**
 * Begins a game against the computer, on the server or without a connection in this browser, and returns its address.
 */
export async function playComputer(game: ComputerGame, { id = newID(), onDevice = false } = {}): Promise<string> {
  const address = await begun(game, id, onDevice)
  noteLevel(game.variant, game.level)
  noteVariant(game.variant)
  return address
}

async function begun(game: ComputerGame, id: string, onDevice: boolean): Promise<string> {
  const local = async () => {
    const { startGame } = await import('../analysis/startgame')
    return startGame(studyStorage(), rules(), { ...game, fen: game.fen ?? '' })
  }
  if (onDevice) return local()
  try {
    return link('game', (await call('POST', '/games', { body: { ...game, id, opponent: 'engine' } })).game.id)
  } catch (e) {
    if (!(e instanceof ApiError) || e.status || game.rated) throw e
    return local() // the server is unreachable
  }
}

/** The choices of the dialog. Make one while a component is set up. */
export class NewGame {
  form: Form = $state(initial)
  /** The name of the player to challenge. */
  player = $state('')
  /** A game with a person is rated, as the last one or quick pairing was. */
  serious = $state(readLast().rated)
  fen = $state('')
  /** The position came with the address. */
  fromAddress = $state(false)
  /** The board of the position. */
  shown: BoardView | undefined = $state.raw()
  /** What is wrong with the FEN. */
  fault = $state('')
  failed = $state('')
  busy = $state(false)
  /** There is no connection: the page says what the form does now. */
  offline = $state(!!site)

  readonly #connection = socket()
  #request = newID() // the same request sent twice creates one game
  #named: boolean
  #suited = false // for a challenge
  #lent: Form['time'] | false = false

  constructor(asked: Asked) {
    const stored = readForm(local.getItem(key))
    const variant = asked.variant ?? stored.variant
    const level = asked.level && asked.level >= 1 && asked.level <= 8 ? asked.level : 0
    this.form = {
      ...stored,
      variant,
      level: level || levelFor(variant),
      ...(level ? { opponent: 'engine' as const } : {}),
    }
    if (site) Object.assign(this.form, { opponent: 'engine', ...(this.form.time === 'days' && { time: 'none' }) })
    if (asked.player) [this.player, this.form.opponent] = [asked.player, 'player']
    this.fen = asked.fen ?? ''
    this.fromAddress = !!this.fen
    this.#named = !!asked.player

    $effect(() => {
      if (this.#connection.state !== 'offline') return void (this.offline = false)
      const timer = setTimeout(() => (this.offline = true), moment)
      return () => clearTimeout(timer)
    })
    $effect(() => {
      if (this.barred && !this.#named) this.form.opponent = initial.opponent
    })
    $effect(() => {
      if (this.form.opponent !== 'player' || this.#suited) return
      untrack(() => {
        const form = challenging(this.form, readLast().control)
        this.#lent = form !== this.form && form.time
        this.#suited = true
        Object.assign(this.form, form)
      })
    })
    $effect(() => {
      if (this.#lent && this.form.time !== this.#lent) this.#lent = false // the user has chosen another one
    })
    $effect(() => this.#check(this.form.variant, this.position))
  }

  get account(): boolean {
    return !!(this.#connection.me ? this.#connection.me.account : user.account)
  }
  /** Only players with an account can challenge others. */
  get barred(): boolean {
    return this.form.opponent === 'player' && !this.account
  }
  get mayChallenge(): boolean {
    return this.account || this.#named
  }
  /** The game will be played in this browser. */
  get onDevice(): boolean {
    return this.offline && this.form.opponent === 'engine'
  }
  get family(): string {
    return familyOf(this.form.variant)
  }
  set family(variant: string) {
    this.form.variant = variant
    this.form.level = levelFor(variant)
  }
  /** The FEN of the game; empty for the start position. */
  get position(): string {
    return this.fen.trim()
  }
  get control(): Control {
    const { time, minutes, increment, days } = this.form
    return time === 'clock'
      ? { base: Math.round(minutes * 60_000), increment: increment * 1000 }
      : time === 'days'
        ? { days }
        : {}
  }
  /** Players with an account choose whether a game is rated, where it can be. */
  get mayRate(): boolean {
    return (
      this.account && this.form.opponent !== 'self' && this.form.time !== 'none' && !this.position && !this.onDevice
    )
  }
  get rated(): boolean {
    return this.mayRate && (this.form.opponent === 'engine' ? this.form.rated : this.serious)
  }

  /** Reads the board of a position, or the error of its FEN; it returns what stops that. */
  #check(variant: string, fen: string): () => void {
    let current = true
    const timer = setTimeout(
      () =>
        void rules()
          .check(variant, fen)
          .then(
            (view) => current && ([this.shown, this.fault] = [view, '']),
            (e: Error) => current && (this.fault = fen ? e.message : ''),
          ),
      fen ? 200 : 0,
    )
    return () => {
      current = false
      clearTimeout(timer)
    }
  }

  /** Begins the game and returns the address to go to; undefined if it did not begin. */
  async start(): Promise<string | undefined> {
    if (this.busy || this.fault) return
    this.busy = true
    this.failed = ''
    // A time that comes from quick pairing stays the time of that.
    local.write(key, this.#lent ? { ...this.form, time: 'none' } : this.form)
    if (this.mayRate && this.form.opponent !== 'engine') storeLast({ ...readLast(), rated: this.serious })
    try {
      return await this.#begin()
    } catch (error) {
      const words = this.form.opponent === 'player' ? (await import('../challenge/text')).player : create
      this.failed = words.failed(errorText(error))
      if (error instanceof ApiError && error.status) this.#request = newID() // otherwise the request may have arrived
      this.busy = false
    }
  }

  async #begin(): Promise<string> {
    const { variant, opponent, level, color, casual, ratingMin, ratingMax } = this.form
    const game = {
      variant,
      fen: this.position,
      control: this.control,
      rated: this.rated,
      casual: casual && !this.rated,
      color,
    }
    if (opponent === 'engine') return playComputer({ ...game, level }, { id: this.#request, onDevice: this.onDevice })
    if (opponent === 'player') {
      const { create } = await import('../challenge/api')
      const { id } = await create({
        id: this.#request,
        player: this.player.trim(),
        variant,
        fen: this.position,
        control: this.control,
        rated: this.rated,
        color,
      })
      return link('challenge', id)
    }
    const made = await call('POST', '/games', {
      body: {
        ...game,
        id: this.#request,
        ...(opponent === 'anyone' && this.account
          ? { ratingMin: ratingMin || undefined, ratingMax: ratingMax || undefined }
          : {}),
        opponent,
        color: opponent === 'self' ? 'white' : color,
      },
    })
    return link('game', made.game.id)
  }
}
