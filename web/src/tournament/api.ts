// What the server does with tournaments.
import { call, type Given } from '../net/api'
import { say, sayAll } from '../net/sentences.text'
import type { JoinTournament, TournamentState } from './types'

/** Puts what the server says about a tournament into the page's language. */
const put = <T>(answer: T): T => {
  const t = answer as Partial<TournamentState>
  if (t.reason) t.reason = say(t.reason)
  if (t.mine?.why) t.mine.why = say(t.mine.why)
  return sayAll(answer)
}

export const tournaments = {
  state: (id: string, query: Given<'GET', '/tournaments/{id}'>['query'], signal?: AbortSignal) =>
    call('GET', '/tournaments/{id}', { path: { id }, query, put, signal }),
  join: (id: string, body: JoinTournament = {}) => call('POST', '/tournaments/{id}/join', { path: { id }, body, put }),
  leave: (id: string) => call('POST', '/tournaments/{id}/leave', { path: { id }, put }),
  cancel: (id: string) => call('POST', '/tournaments/{id}/cancel', { path: { id }, put }),
}
