// The addresses that show a game or a line of moves, as a page, picture or embedded board.

import { analysisLink, embedLink, link, query } from '../net/links'

export interface Shared {
  variant: string
  fen: string // at the start of the line; empty for the start position
  moves: string[] // in UCI
  game?: string // ID of a game on this server
}

export interface Appearance {
  dark: boolean
  flip: boolean
}

export type Kind = 'gif' | 'png' | 'svg' | 'pgn'

/** The longest line that the server accepts in an address, in characters. */
const longest = 12_000
/** The longest address that proxies pass on. */
const longestAddress = 14_000

const joined = (moves: string[]) => moves.join('_')

/** Returns the address of the page. */
export function page(s: Shared): string {
  if (s.game) return link('game', s.game)
  return analysisLink(s)
}

/** Returns the address of the embedded board. */
export function embedded(s: Shared, m: Appearance): string {
  const how = { flip: m.flip ? '1' : '', theme: m.dark ? 'dark' : 'light' }
  if (s.game) return link('embedGame', s.game) + query(how)
  return embedLink(s, how)
}

/** Returns the address of a picture, or of a game's PGN. */
export function file(s: Shared, kind: Kind, m: Appearance): string {
  const how = { theme: m.dark ? 'dark' : '', flip: m.flip ? 'true' : '' }
  if (kind === 'pgn') return s.game ? `/api/games/${s.game}/pgn` : ''
  if (s.game) return `/api/games/${s.game}/${kind === 'gif' ? 'game' : 'board'}.${kind}${query(how)}`
  return `/api/picture.${kind}${query({ variant: s.variant, fen: s.fen, moves: joined(s.moves), ...how })}`
}

/** Returns the name of a saved file. */
export function fileName(s: Shared, kind: Kind): string {
  return `wane-${s.game ?? s.variant.replace(/[^a-z0-9]+/gi, '-')}.${kind}`
}

/** Returns the HTML of the embedded board, wide enough to show the moves beside it. */
export function frame(origin: string, s: Shared, m: Appearance, title: string): string {
  return frameOf(origin + embedded(s, m), title, 640, 440)
}

/** Returns the HTML of a frame. */
export function frameOf(address: string, title: string, width: number, height: number): string {
  const escape = (text: string) =>
    text.replace(/&/g, '&amp;').replace(/"/g, '&quot;').replace(/</g, '&lt;').replace(/>/g, '&gt;')
  return `<iframe src="${escape(address)}" title="${escape(title)}"\n  width="${width}" height="${height}" style="border: 0; max-width: 100%" loading="lazy"></iframe>`
}

/** Reports whether a line is too long for an address. */
export function tooLong(s: Shared): boolean {
  return !s.game && (joined(s.moves).length > longest || page(s).length > longestAddress)
}
