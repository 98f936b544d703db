// The filter of finished games. It is in the page's address, so that users can share it and
// go back to it. The server reports invalid values.

import { call } from '../net/api'
import { link } from '../net/links'

export interface Filter {
  variant: string // "diminuendo:all" for every ranking
  mine: boolean
  account: string // name of a player with an account; with mine, of the opponent
  player: string // start of the name; with mine, of the opponent's
  color: string // white, black: of the player, or with mine the user's
  ending: string // white, black, draw, won, lost
  opponent: string // human, engine, self
  level: string
  least: string // full moves
  most: string
  moves: string // the opening
  from: string // days in the user's time zone
  to: string
}

export const blank: Filter = {
  variant: '',
  mine: false,
  account: '',
  player: '',
  color: '',
  ending: '',
  opponent: '',
  level: '',
  least: '',
  most: '',
  moves: '',
  from: '',
  to: '',
}

const names = Object.keys(blank) as (keyof Filter)[]

/** Returns the filter in an address. */
export function read(query: URLSearchParams): Filter {
  const f: Filter = { ...blank }
  for (const name of names) {
    const value = query.get(name) ?? ''
    if (name === 'mine') f.mine = value === 'true'
    else f[name] = value
  }
  return f
}

/** Returns the address of a filter. */
export function address(f: Filter): string {
  const query = new URLSearchParams()
  for (const name of names) if (f[name]) query.set(name, String(f[name]).trim())
  const text = query.toString()
  return link('archive') + (text && '?' + text)
}

/** Reports whether a filter excludes any games. */
export function selects(f: Filter): boolean {
  return names.some((name) => f[name])
}

/** Returns how many of the less common fields are filled in. */
export function details(f: Filter): number {
  return [f.opponent, f.level, f.least, f.most, f.moves, f.from, f.to].filter(Boolean).length
}

/** Returns a consistent filter: some fields need a player, an engine or one variant. */
export function fitting(f: Filter): Filter {
  const out = { ...f }
  const about = out.mine || out.account || out.player.trim()
  if (!about) out.color = ''
  if (!about && (out.ending === 'won' || out.ending === 'lost')) out.ending = ''
  if (out.opponent !== 'engine') out.level = ''
  if (!out.variant || out.variant.endsWith(':all')) out.moves = ''
  return out
}

/** Returns the query for the server. */
export function ask(f: Filter): string {
  const query = new URLSearchParams()
  const set = (name: string, value: string) => value && query.set(name, value)
  for (const name of ['variant', 'account', 'player', 'color', 'ending', 'opponent', 'level', 'moves'] as const)
    set(name, f[name].trim())
  if (f.mine) query.set('mine', 'true')
  set('minplies', plies(f.least, -1))
  set('maxplies', plies(f.most, 0))
  set('from', midnight(f.from, 0))
  set('to', midnight(f.to, 1))
  return query.toString()
}

/** Converts full moves to plies. */
function plies(moves: string, more: number): string {
  const n = Number(moves)
  return moves && Number.isFinite(n) ? String(Math.max(0, 2 * n + more)) : moves
}

/** Returns the start of a day in the user's time zone, or of a later day. */
function midnight(day: string, later: number): string {
  const parts = /^(\d{4})-(\d\d)-(\d\d)$/.exec(day)
  if (!parts) return day
  const [year, month, date] = parts.slice(1).map(Number) as [number, number, number]
  const at = new Date(year, month - 1, date)
  if (at.getMonth() !== month - 1) return day // no such day: the server reports it
  return new Date(year, month - 1, date + later).toISOString()
}

/** Loads a page of the games that a filter selects. */
export const search = (query: string, cursor = '') =>
  call('GET', '/archive', { query: { ...Object.fromEntries(new URLSearchParams(query)), cursor } })

/** Returns the address to download the games of a filter. */
export function downloadAddress(query: string): string {
  return `/api/archive/pgn${query ? `?${query}` : ''}`
}
