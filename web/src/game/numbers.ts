// How moves are numbered: by the FEN where the game began.

/** A line of the list of moves: its number and the plies in it, counted from 1; undefined where there is none. */
export interface Row {
  number: number
  white?: number
  black?: number
}

/** Number of the first move, and whether Black makes it. */
export function origin(fen: string): { number: number; black: boolean } {
  const fields = fen.trim().split(/\s+/)
  const number = Number.parseInt(fields[5] ?? '', 10)
  return { number: number >= 1 ? number : 1, black: fields[1] === 'b' }
}

/** The rows for so many plies. */
export function rows(fen: string, plies: number): Row[] {
  const { number, black } = origin(fen)
  const list: Row[] = []
  for (let ply = 1; ply <= plies; ply++) {
    const place = ply - 1 + (black ? 1 : 0)
    if (place % 2 === 0 || list.length === 0) list.push({ number: number + Math.floor(place / 2) })
    list.at(-1)![place % 2 === 0 ? 'white' : 'black'] = ply
  }
  return list
}

/** A ply as people write it: “3.” or “3…”. */
export function label(fen: string, ply: number): string {
  const { number, black } = origin(fen)
  const place = ply - 1 + (black ? 1 : 0)
  return `${number + Math.floor(place / 2)}${place % 2 === 0 ? '.' : '…'}`
}
