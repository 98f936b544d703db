// Move numbers, counted from the FEN at the start of a game.

import type { Color } from '../net/types'

/** A row of a move list: its number and its plies, counted from 1. */
export interface Row {
  number: number
  white?: number
  black?: number
}

/** Returns the number of the first move, and whether Black makes it. */
export function firstMove(fen: string): { number: number; black: boolean } {
  const fields = fen.trim().split(/\s+/)
  const number = Number.parseInt(fields[5] ?? '', 10)
  return { number: number >= 1 ? number : 1, black: fields[1] === 'b' }
}

/** Returns the side to move after so many plies. */
export const moverAt = (fen: string, ply: number): Color =>
  (ply % 2 === 1) === firstMove(fen).black ? 'white' : 'black'

/** Returns the rows of a move list. */
export function rows(fen: string, plies: number): Row[] {
  const { number, black } = firstMove(fen)
  const list: Row[] = []
  for (let ply = 1; ply <= plies; ply++) {
    const place = ply - 1 + (black ? 1 : 0)
    if (place % 2 === 0 || list.length === 0) list.push({ number: number + Math.floor(place / 2) })
    list.at(-1)![place % 2 === 0 ? 'white' : 'black'] = ply
  }
  return list
}

/** Returns the move number of a ply: “3.” or “3…”. */
export function label(fen: string, ply: number): string {
  const { number, black } = firstMove(fen)
  const place = ply - 1 + (black ? 1 : 0)
  return `${number + Math.floor(place / 2)}${place % 2 === 0 ? '.' : '…'}`
}
