// Where a game or a line of moves can be seen, fetched and embedded.

import { analysisLink, embedLink, link, query } from '../lib/links'

/** What is shared. */
export interface Shared {
  variant: string
  fen: string // where the line begins; empty: the game's start
  moves: string[] // in UCI
  game?: string // id, if it is a game on this server
}

/** How pictures are to look. */
export interface Manner {
  dark: boolean
  flip: boolean
}

export type Kind = 'gif' | 'png' | 'svg' | 'pgn'

/** The longest line that the server takes in an address, in characters. */
const longest = 12_000
/** Addresses longer than this are cut or refused on the way. */
const longestAddress = 14_000

const joined = (moves: string[]) => moves.join('_')

/** The page that shows it. */
export function page(s: Shared): string {
  if (s.game) return link('game', s.game)
  return analysisLink(s)
}

/** The board for other sites. */
export function embedded(s: Shared, m: Manner): string {
  const how = { flip: m.flip ? '1' : '', theme: m.dark ? 'dark' : 'light' }
  if (s.game) return link('embedGame', s.game) + query(how)
  return embedLink(s, how)
}

/** A picture or the record; of a line there is no record. */
export function file(s: Shared, kind: Kind, m: Manner): string {
  const how = { theme: m.dark ? 'dark' : '', flip: m.flip ? 'true' : '' }
  if (kind === 'pgn') return s.game ? `/api/games/${s.game}/pgn` : ''
  if (s.game) return `/api/games/${s.game}/${kind === 'gif' ? 'game' : 'board'}.${kind}${query(how)}`
  return `/api/picture.${kind}${query({ variant: s.variant, fen: s.fen, moves: joined(s.moves), ...how })}`
}

/** What a file is called when it is saved. */
export function fileName(s: Shared, kind: Kind): string {
  return `wane-${s.game ?? s.variant.replace(/[^a-z0-9]+/gi, '-')}.${kind}`
}

/** The frame for other pages. It has the shape in which the moves stand beside the board. */
export function frame(origin: string, s: Shared, m: Manner, title: string): string {
  const escape = (text: string) => text.replace(/&/g, '&amp;').replace(/"/g, '&quot;').replace(/</g, '&lt;').replace(/>/g, '&gt;')
  return (
    `<iframe src="${escape(origin + embedded(s, m))}" title="${escape(title)}"\n` +
    '  width="640" height="440" style="border: 0; max-width: 100%" loading="lazy"></iframe>'
  )
}

/** Whether a line is too long to stand in an address. */
export function tooLong(s: Shared): boolean {
  return !s.game && (joined(s.moves).length > longest || page(s).length > longestAddress)
}
