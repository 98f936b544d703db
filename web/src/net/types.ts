// The types that the page shares with the server and with its WebAssembly. They are
// generated from Go's: 'npm run types' makes gen/api.ts from schemas.json, which a test
// of the server's API keeps current.

import type { BoardView, Choices, Ending, Preview, StudyArrow, Variant } from '../gen/api'

export type * from '../gen/api'

export type Color = BoardView['turn']
/** Left, bottom, width, height. */
export type Box = BoardView['box']
export type Look = Variant['look']
/** What all boards of a game have in common. */
export type Format = Pick<Variant, 'look' | 'full' | 'collapses'>
export type Brush = StudyArrow['color']
export type Category = Ending['category']
/** The games that the opening explorer counts. */
export type Source = 'all' | 'server' | 'engine'

/** Routes from square to square, by their keys. */
export type Premoves = [from: number, to: number][]

export interface Line {
  variant: string
  fen: string
  moves: string[]
}

/** The rules, in the page as WebAssembly, or on the server until that is loaded. */
export interface Rules {
  /** Board views from that ply to the end; the first has its squares. */
  views(line: Line, from: number): Promise<BoardView[]>
  /** Legal moves at the end of the line. */
  choices(line: Line): Promise<Choices>
  preview(line: Line, move: string): Promise<Preview>
  /** Checks a FEN; the error's message says what is wrong. */
  check(variant: string, fen: string): Promise<BoardView>
}
