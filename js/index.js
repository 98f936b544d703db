// The rules of wane. Board has the methods of the package ffish, and what only these games need.

import { startRules } from './rules.js'
import { draw } from './svg.js'

let program
let starting

/**
 * Loads the rules. Await it once, before the first call of anything else. Pass {wasm} to give the program's bytes or
 * address yourself.
 */
export function ready({ wasm } = {}) {
  starting ??= startRules(wasm).then(
    (rules) => {
      program = rules
    },
    (e) => {
      starting = undefined // the next call retries
      throw e
    },
  )
  return starting
}

/** A faulty argument, such as an illegal move or a FEN that cannot be read. */
export class WaneError extends Error {
  constructor(message) {
    super(message)
    this.name = 'WaneError'
  }
}

// call calls a function of the rules; board is 0 if it is about none.
function call(name, board = 0, ...args) {
  if (!program) throw new WaneError('the rules are not loaded: await ready() first')
  return program(name, board, args, (text) => new WaneError(text))
}

/** Returns the names of the variants, with spaces between. */
export const variants = () => call('variants')

/** Returns a variant's name, title, summary and FEN of the start. */
export const variantInfo = (variant) => JSON.parse(call('about', 0, text(variant, 'variant')))

/** Returns the FEN of a variant's start. */
export const startingFen = (variant) => variantInfo(variant).start

/** Returns 1 if a FEN is valid, otherwise 0; fenError says what is wrong. */
export const validateFen = (fen, variant = 'chess') => (fenError(fen, variant) === '' ? 1 : 0)

/** Returns what is wrong with a FEN, and where; '' if it is valid. */
export const fenError = (fen, variant = 'chess') => call('fault', 0, text(variant, 'variant'), text(fen, 'FEN'))

function text(value, what) {
  if (typeof value !== 'string') throw new WaneError(`the ${what} is ${typeof value}, expected a string`)
  return value
}

const letter = (color) => {
  if (color === true || color === 'white' || color === 'w') return 'w'
  if (color === false || color === 'black' || color === 'b') return 'b'
  throw new WaneError(`invalid color ${String(color)}, expected true or 'white', false or 'black'`)
}

// Boards that nobody disposed of are closed when they are collected.
const forgotten = new FinalizationRegistry((id) => call('close', id))

/** A game in progress. dispose() frees its memory early. */
export class Board {
  #id
  #variant
  #start // the FEN that the game began with; '' for the variant's start

  constructor(variant = 'chess', fen = '') {
    this.#open(call('open', 0, text(variant, 'variant'), text(fen, 'FEN')))
    this.#variant = variant
    this.#start = fen
  }

  #open(id) {
    this.#id = id
    forgotten.register(this, id, this)
  }

  #call(name, ...args) {
    if (this.#id === undefined) throw new WaneError('this board has been disposed of')
    return call(name, this.#id, ...args)
  }

  dispose() {
    if (this.#id === undefined) return
    forgotten.unregister(this)
    call('close', this.#id)
    this.#id = undefined
  }

  delete() {
    this.dispose()
  }

  clone() {
    const copy = new Board(this.#variant)
    copy.#replace(this.#call('clone'))
    copy.#start = this.#start
    return copy
  }

  #replace(id) {
    forgotten.unregister(this)
    call('close', this.#id)
    this.#open(id)
  }

  variant() {
    return this.#variant
  }

  legalMoves() {
    return this.#call('legal')
  }

  legalMovesSan() {
    return this.#call('legalSAN')
  }

  numberLegalMoves() {
    return this.#call('count')
  }

  push(uci) {
    return this.#call('push', text(uci, 'move'))
  }

  pushSan(san) {
    return this.#call('pushSAN', text(san, 'move'))
  }

  pushMoves(uciMoves) {
    this.#pushAll('push', uciMoves)
  }

  pushSanMoves(sanMoves) {
    this.#pushAll('pushSAN', sanMoves)
  }

  // If a move is illegal, none is played.
  #pushAll(name, moves) {
    const list = text(moves, 'list of moves').split(/\s+/).filter(Boolean)
    list.forEach((move, i) => {
      try {
        this.#call(name, move)
      } catch (e) {
        for (; i > 0; i--) this.#call('pop')
        throw e
      }
    })
  }

  pop() {
    return this.#call('pop')
  }

  reset() {
    this.setFen('')
  }

  setFen(fen) {
    this.#call('turn') // throws if the board has been disposed of
    this.#replace(call('open', 0, this.#variant, text(fen, 'FEN')))
    this.#start = fen
  }

  fen() {
    return this.#call('fen')
  }

  startFen() {
    return this.#start || startingFen(this.#variant)
  }

  sanMove(uci) {
    return this.#call('san', text(uci, 'move'))
  }

  variationSan(uciMoves, _notation, moveNumbers = true) {
    return this.#call('line', text(uciMoves, 'list of moves'), moveNumbers ? '1' : '')
  }

  turn() {
    return this.#call('turn') === 'w'
  }

  fullmoveNumber() {
    return this.#call('fullmoves')
  }

  halfmoveClock() {
    return this.#call('halfmoves')
  }

  gamePly() {
    return this.#call('ply')
  }

  repetitions() {
    return this.#call('repetitions')
  }

  moveStack() {
    return this.#call('stack')
  }

  hasInsufficientMaterial(color) {
    return !this.#call('canWin', letter(color))
  }

  isInsufficientMaterial() {
    return this.hasInsufficientMaterial(true) && this.hasInsufficientMaterial(false)
  }

  isGameOver() {
    return this.result() !== '*'
  }

  result() {
    return this.outcome().result
  }

  outcome() {
    return JSON.parse(this.#call('outcome'))
  }

  isCheck() {
    return this.#call('isCheck')
  }

  checkedPieces() {
    return this.#call('checked')
  }

  checkers() {
    return this.#call('checkers')
  }

  attackers(square, color) {
    return this.#call('attackers', text(square, 'square'), letter(color))
  }

  isCapture(uci) {
    return this.#call('isCapture', text(uci, 'move'))
  }

  pieceAt(square) {
    return this.#call('piece', text(square, 'square'))
  }

  toString() {
    return this.#call('text')
  }

  toVerboseString() {
    return `${this}\n\n${this.fen()}`
  }

  view() {
    return JSON.parse(this.#call('view'))
  }

  preview(uci) {
    return JSON.parse(this.#call('preview', text(uci, 'move')))
  }

  effects(uci) {
    return JSON.parse(this.#call('effects', text(uci, 'move'))).effects
  }

  narrate(uci) {
    return JSON.parse(this.#call('narrate', text(uci, 'move'))).narration
  }

  svg(options) {
    return draw(this.view(), options)
  }
}

if (Symbol.dispose) Board.prototype[Symbol.dispose] = Board.prototype.dispose

/** A game of a PGN. */
export class Game {
  #tags

  constructor({ variant, fen, moves, result, fault, warnings, tags }) {
    this.variant = variant
    this.fen = fen
    this.result = result
    this.fault = fault ?? ''
    this.warnings = warnings ?? []
    this.#tags = new Map(tags.map(({ name, value }) => [name, value]))
    this.moves = moves
  }

  headerKeys() {
    return [...this.#tags.keys()].join(' ')
  }

  headers(name) {
    return this.#tags.get(name) ?? ''
  }

  mainlineMoves() {
    return this.moves
  }

  /** The position after the last move, as a board. */
  board() {
    const board = new Board(this.variant, this.fen)
    board.pushMoves(this.moves)
    return board
  }

  dispose() {}

  delete() {}
}

const gamesOf = (answer) => JSON.parse(answer).games.map((g) => new Game(g))

/** Returns the first game of a PGN. Throws if there is none, or if it has a fault. */
export function readGamePGN(pgn, variant = 'chess') {
  const reader = call('openPGN', 0, text(variant, 'variant'))
  let games = []
  try {
    games = gamesOf(call('feedPGN', reader, text(pgn, 'PGN')))
  } finally {
    games.push(...gamesOf(call('closePGN', reader)))
  }
  const [first] = games
  if (!first || first.fault) throw new WaneError(first?.fault ?? 'the PGN has no game')
  return first
}

/**
 * Yields the games of a PGN one by one: of a string, or of a stream or an iterable of strings or bytes, such as a
 * file's stream or the body of a fetch. A game with a fault is yielded as far as it can be read; see Game.fault.
 */
export async function* readGamesPGN(source, variant = 'chess') {
  const reader = call('openPGN', 0, text(variant, 'variant'))
  let open = true
  try {
    const decoder = new TextDecoder()
    for await (const chunk of pieces(source)) {
      const part = typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true })
      yield* gamesOf(call('feedPGN', reader, part))
    }
    open = false
    yield* gamesOf(call('closePGN', reader))
  } finally {
    if (open) call('closePGN', reader)
  }
}

// pieces returns an iterable of the parts of a source. Not every browser iterates over streams.
function pieces(source) {
  if (typeof source === 'string') return [source]
  if (source?.[Symbol.asyncIterator] || source?.[Symbol.iterator]) return source
  if (source?.getReader) return partsOf(source.getReader())
  throw new WaneError('the PGN is no string, stream or iterable')
}

async function* partsOf(reader) {
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) yield part.value
  } finally {
    reader.releaseLock()
  }
}
