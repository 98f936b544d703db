/** The rules of wane: chess on boards that diminish. Await {@link ready} once before anything else. */

/** Loads the rules. Pass `wasm` to give the program's bytes or address yourself. */
export function ready(options?: { wasm?: ArrayBuffer | ArrayBufferView | URL | string }): Promise<void>

/** A faulty argument, such as an illegal move or a FEN that cannot be read. The message says what is wrong and where. */
export class WaneError extends Error {}

/** The names of the variants, with spaces between. Every ranking of Diminuendo Chess has a name, such as `diminuendo:pbnrqk+qk`. */
export function variants(): string
export function variantInfo(variant: string): { name: string; title: string; summary: string; start: string }
export function startingFen(variant: string): string
/** 1 if the FEN is valid, otherwise 0. */
export function validateFen(fen: string, variant?: string): number
/** What is wrong with a FEN, and where; `''` if it is valid. */
export function fenError(fen: string, variant?: string): string

/** A color as ffish writes it (true is White), or by name. */
export type Color = boolean | 'white' | 'black' | 'w' | 'b'

/** A game in progress. Lists are strings with a space between their entries, as in ffish. */
export class Board {
  /** A board of a variant (`chess` if none is named) at a FEN, or at the start. */
  constructor(variant?: string, fen?: string)
  /** Frees the board's memory early. */
  dispose(): void
  /** The same as dispose. */
  delete(): void
  /** An independent copy, with the moves played. */
  clone(): Board
  variant(): string
  /** The legal moves, as UCI. */
  legalMoves(): string
  legalMovesSan(): string
  numberLegalMoves(): number
  /** Plays a legal move. Throws a WaneError if it is not legal. */
  push(uciMove: string): true
  pushSan(sanMove: string): true
  /** Plays moves; none of them if one is illegal. */
  pushMoves(uciMoves: string): void
  pushSanMoves(sanMoves: string): void
  /** Takes the last move back; false if there is none. */
  pop(): boolean
  /** Goes back to the start of the variant. */
  reset(): void
  setFen(fen: string): void
  fen(): string
  /** The FEN that the game began with. */
  startFen(): string
  sanMove(uciMove: string): string
  /** UCI moves from the position on, in SAN. The second argument is ignored; it is ffish's notation. */
  variationSan(uciMoves: string, notation?: unknown, moveNumbers?: boolean): string
  /** Whether White is to move. */
  turn(): boolean
  fullmoveNumber(): number
  halfmoveClock(): number
  /** The number of moves played. */
  gamePly(): number
  /** How often the position has occurred before. */
  repetitions(): number
  /** The moves played, as UCI. */
  moveStack(): string
  /** Whether a color can win no more, whatever is played. */
  hasInsufficientMaterial(color: Color): boolean
  isInsufficientMaterial(): boolean
  isGameOver(): boolean
  /** `1-0`, `0-1`, `1/2-1/2` or `*`. */
  result(): string
  outcome(): { result: string; reason: string }
  isCheck(): boolean
  /** The squares of attacked kings and of pieces on royal squares. */
  checkedPieces(): string
  /** The squares of the pieces that give check. */
  checkers(): string
  /** The squares from which a color attacks a square. */
  attackers(square: string, color: Color): string
  isCapture(uciMove: string): boolean
  /** The FEN letter of the piece on a square, or `''`. */
  pieceAt(square: string): string
  /** A line of letters for each rank; `*` is a square that has vanished. */
  toString(): string
  toVerboseString(): string
  /** The board with coordinates, for drawing. */
  view(): View
  /** What a move would do to the board, by keys of the view's squares and pieces. */
  preview(uciMove: string): Preview
  /** What a move does, step by step. */
  effects(uciMove: string): Effect[]
  /** What a move does, in English sentences. */
  narrate(uciMove: string): string[]
  /** The board as an SVG document. */
  svg(options?: SvgOptions): string
}

export interface SvgOptions {
  /** Of the longer side, in pixels: 400 if not given. */
  size?: number
  /** Black at the bottom. */
  flip?: boolean
  coordinates?: boolean
  look?: 'classic' | 'court' | 'trio' | 'mist'
  pieces?: 'staunton' | 'flat' | 'letters'
}

/** A change that a move makes. Squares have their names before the move; that of a promotion has it after. */
export interface Effect {
  kind:
    | 'slide'
    | 'capture'
    | 'expel'
    | 'drop'
    | 'demote'
    | 'drop check'
    | 'vanish'
    | 'collapse rank'
    | 'collapse file'
    | 'promote'
  /** FEN letters. */
  piece?: string
  into?: string
  from?: string
  to?: string
  /** The rank or file that collapses, such as `4` or `c`. */
  line?: string
}

/** The board for drawing. The y axis points up; a square's side is 1. */
export interface View {
  fen: string
  turn: 'white' | 'black'
  look: string
  /** left, bottom, width, height */
  box: [number, number, number, number]
  squares: {
    key: number
    name: string
    x: number
    y: number
    col: number
    row: number
    /** An index of shapes. */
    shape: number
    tint: string
    vanished?: boolean
    royal?: boolean
  }[]
  /** Corners around a square's center: x, y, x, y, … */
  shapes: number[][]
  pieces: { key: number; piece: string; square: number }[]
  check?: number[]
  result?: string
  reason?: string
}

export interface Preview {
  text: string
  san: string
  narration: string[]
  collapse?: number[]
  vanish?: number[]
  captures?: number[]
  expel?: number[]
  changes?: { kind: 'drop' | 'demote' | 'promote'; key: number; from: string; into: string; square: number }[]
  dropCheck?: number[]
  check?: boolean
  mate?: boolean
}

/** A game of a PGN. */
export class Game {
  readonly variant: string
  /** The position before the first move. */
  readonly fen: string
  /** The main line, as UCI. */
  readonly moves: string
  readonly result: string
  /** What is wrong with the game, which was read up to there; `''` if nothing is. */
  readonly fault: string
  readonly warnings: string[]
  headerKeys(): string
  headers(name: string): string
  mainlineMoves(): string
  /** The position after the last move. */
  board(): Board
  dispose(): void
  delete(): void
}

/** The first game of a PGN. The variant is that of games that name none. Throws if there is none, or if it has a fault. */
export function readGamePGN(pgn: string, variant?: string): Game

/** The games of a PGN one by one. A game with a fault is yielded as far as it can be read. */
export function readGamesPGN(
  source:
    string | Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array> | ReadableStream<string | Uint8Array>,
  variant?: string,
): AsyncGenerator<Game>
