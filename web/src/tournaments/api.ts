// What the server does with tournaments.
import { call } from '../lib/api'
import { query } from '../lib/links'
import { say, sayAll } from '../text/sentences'
import type { JoinTournament, NewTournament, Tournament, TournamentPlayer, TournamentRound, Tournaments, TournamentState } from './types'

const path = (id: string, more = '') => `/tournaments/${encodeURIComponent(id)}${more}`

/** Puts what the server says about a tournament into the page's language. */
const read = <T>(answer: T): T => {
  const t = answer as Partial<TournamentState>
  if (t.reason) t.reason = say(t.reason)
  if (t.mine?.why) t.mine.why = say(t.mine.why)
  return sayAll(answer)
}

/** Which state of a tournament: the index of the first player (−1: the page of the user), a time of the past, or one after a change. */
export interface Asked {
  from: number
  at?: number
  since?: number
}

const text = (n: number | undefined) => (n === undefined ? undefined : String(n))

export const tournaments = {
  all: (variant = '') => call<Tournaments>('GET', '/tournaments' + query({ variant })),
  create: (t: NewTournament) => call<Tournament>('POST', '/tournaments', t),
  state: (id: string, asked: Asked, signal?: AbortSignal) =>
    call<TournamentState>(
      'GET',
      path(id) + query({ from: asked.from ? text(asked.from) : undefined, at: text(asked.at), since: text(asked.since) }),
      undefined,
      read,
      {},
      signal,
    ),
  join: (id: string, how: JoinTournament = {}) => call<TournamentState>('POST', path(id, '/join'), how, read),
  leave: (id: string) => call<TournamentState>('POST', path(id, '/leave'), undefined, read),
  cancel: (id: string) => call<TournamentState>('POST', path(id, '/cancel'), undefined, read),
  round: (id: string, round: number) => call<TournamentRound>('GET', path(id, `/rounds/${round}`)),
  player: (id: string, number: number) => call<TournamentPlayer>('GET', path(id, `/players/${number}`)),
}

/** The addresses of what can be downloaded of a tournament. */
export const files = {
  pgn: (id: string) => '/api' + path(id, '/pgn'),
  results: (id: string) => '/api' + path(id, '/results'),
  card: (id: string) => '/api' + path(id, '/card.png'),
  qr: (id: string) => '/api' + path(id, '/qr.png'),
}
