// What the server is asked about finished games.

import { call } from '../lib/api'
import type { ArchivePage, Explored, Source } from './types'

/** A page of the games that a filter selects; see filter.ts for the query. */
export function search(query: string, cursor = ''): Promise<ArchivePage> {
  const more = cursor ? `${query ? '&' : ''}cursor=${encodeURIComponent(cursor)}` : ''
  return call('GET', `/archive?${query}${more}`)
}

/** Where the games of a filter are downloaded. */
export function downloadAddress(query: string): string {
  return `/api/archive/pgn${query ? `?${query}` : ''}`
}

/** What was played in a position. */
export function explore(variant: string, fen: string, source: Source): Promise<Explored> {
  return call('GET', `/explorer?${new URLSearchParams({ variant, fen, source })}`)
}
