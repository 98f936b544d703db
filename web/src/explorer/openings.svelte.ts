// The names of openings: what the server says of lines, which it is asked for once.

import { call, inEnglish } from '../net/api'
import type { Line, NewOpeningName, Opening } from '../net/types'

/** How deep in a game a position can have a name. */
export const maxPlies = 40
const capacity = 100 // lines
const maxAge = 60_000 // ms

interface Entry {
  at: number
  line: Line
  answer: Promise<Opening[]>
}

let cache: Entry[] = []

class Version {
  /** Changes when names may have changed. */
  number = $state(0)
}
export const version = new Version()

/** Forgets what the server has said, since the user has changed it. */
export function forgetOpenings(): void {
  cache = []
  version.number++
}

/** Reports whether a line begins with the moves of another. */
const begins = (line: Line, other: Line) =>
  line.variant === other.variant &&
  line.fen === other.fen &&
  line.moves.length >= other.moves.length &&
  other.moves.every((m, i) => m === line.moves[i])

/** Returns the names along a line. Ahead are moves that may follow, so that one answer serves the whole game. */
export function openingsOf(line: Line, ahead: readonly string[] = [], now = Date.now()): Promise<Opening[]> {
  const asked = { ...line, moves: line.moves.slice(0, maxPlies) }
  const upTo = (list: Opening[]) => list.filter((o) => o.ply <= asked.moves.length)
  cache = cache.filter((e) => now - e.at < maxAge)
  const had = cache.find((e) => begins(e.line, asked))
  if (had) return had.answer.then(upTo)
  const whole = { ...line, moves: ahead.slice(0, maxPlies) }
  const entry: Entry = { at: now, line: begins(whole, asked) ? whole : asked, answer: Promise.resolve([]) }
  entry.answer = ask(entry.line)
  entry.answer.catch(() => (cache = cache.filter((e) => e !== entry)))
  cache = [...cache.slice(-capacity + 1), entry]
  return entry.answer.then(upTo)
}

const asked = (line: Line) => ({
  query: { variant: line.variant, fen: line.fen, moves: line.moves.join('_') },
  put: inEnglish,
})

// Names are texts of people: they are not translated.
const ask = (line: Line) => call('GET', '/openings', asked(line)).then((a) => a.openings)

export const names = {
  /** Returns the names that were proposed for the position at the end of a line. */
  list: (line: Line) => call('GET', '/openings/names', asked(line)),
  propose: (name: NewOpeningName) => call('POST', '/openings/names', { body: name }),
  vote: (id: number, on: boolean) => call(on ? 'POST' : 'DELETE', '/openings/names/{id}/vote', { path: { id } }),
  hide: (id: number, hidden: boolean, all = false) =>
    call('POST', '/openings/names/{id}/hide', { path: { id }, body: { hidden, all } }),
  settle: (id: number, settled: boolean) =>
    call('POST', '/openings/names/{id}/settle', { path: { id }, body: { settled } }),
}
