// Words that several texts share.
import type { Color } from '../net/types'

const rules = new Intl.PluralRules('en')

/** Returns a number with its noun: “1 move”, “1,234 moves”. */
export const plural = (n: number, one: string, many: string): string =>
  `${n.toLocaleString('en')} ${rules.select(n) === 'one' ? one : many}`

/** Returns the length of a game: 49 plies and 50 plies are “25 moves”. */
export const fullMoves = (plies: number): string => plural(Math.ceil(plies / 2), 'move', 'moves')

const days = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' })

/** Returns the day of a time in ms: “3 Mar 2026”. */
export const day = (ms: number): string => days.format(ms)

const controls = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u

/**
 * Returns a name for use within a text: one that is written from right to left moves nothing beside it, such as another
 * name.
 */
export function isolate(name: string): string {
  const plain = name.replace(controls, '')
  return rightToLeft.test(plain) ? `\u2068${plain}\u2069` : plain
}

export const upper = (s: string): string => s.charAt(0).toUpperCase() + s.slice(1)

export const colors: Record<Color, string> = { white: 'White', black: 'Black' }
/** The names of piece types by their letters in lower case. */
export const pieces: Record<string, string> = { k: 'king', q: 'queen', r: 'rook', b: 'bishop', n: 'knight', p: 'pawn' }

/** Names a square in sentences. */
export const place = (square: string): string => (square === 'z' ? 'the double square z' : square)

/** The buttons that step through moves. */
export const steps = {
  label: 'Move navigation',
  first: 'First move',
  back: 'Previous move',
  forward: 'Next move',
  last: 'Last move',
}

export const results: Record<string, string> = {
  '1-0': 'White wins',
  '0-1': 'Black wins',
  '1/2-1/2': 'Draw',
  '*': 'No result',
}

/** Puts why a game is over, which the rules and the server say in English, into the page's language. */
export const reason = (r: string): string => r

/** Describes the end of a game: “White wins: checkmate”, or the reason alone without a result. */
export function ended(game: { result?: string; reason?: string }): string {
  const who = results[game.result ?? '*'] ?? results['*']!
  if (!game.reason) return who
  const why = reason(game.reason)
  return game.result === '*' ? upper(why) : `${who}: ${why}`
}

/** Words of many pages. */
export const common = {
  offlineTitle: 'No connection',
  play: 'Play',
  name: 'wane',
  rulesOf: (title: string) => `Rules of ${title}`,
  rules: 'Rules',
  close: 'Close',
  cancel: 'Cancel',
  save: 'Save',
  loading: 'Loading …',
  pageFailed: 'This page did not load. The server may be unreachable.',
  again: 'Try again',
  titled: (page: string) => `${page} – wane`,
  notFoundTitle: 'Page not found',
  notFound: 'Check the link, or start from the home page.',
  toHome: 'Home page',
  manual: 'Manual',
  signIn: 'Sign in',
  signUp: 'Create account',
}
