// What the server does with challenges.
import { call, get } from '../lib/api'
import type { AcceptChallenge, Challenge, DeclineChallenge, NewChallenge } from '../lib/types'
import { say, sayAll } from '../text/sentences'

/** Puts the sentences of an answer, one challenge or several, into the page's language. */
const read = <T>(answer: T): T => {
  for (const c of [answer].flat() as Challenge[]) if (c.why) c.why = say(c.why)
  return sayAll(answer)
}

const path = (id: string) => '/challenges/' + encodeURIComponent(id)

export const challengesOf = () => call<Challenge[]>('GET', '/challenges', undefined, read)
export const challengeOf = (id: string) => call<Challenge>('GET', path(id), undefined, read)
export const create = (c: NewChallenge) => call<Challenge>('POST', '/challenges', c)
export const accept = (id: string, how: AcceptChallenge = {}) => call<Challenge>('POST', path(id) + '/accept', how, read)
export const decline = (id: string, why: DeclineChallenge = {}) => call<Challenge>('POST', path(id) + '/decline', why, read)
export const cancel = (id: string) => call<Challenge>('POST', path(id) + '/cancel', undefined, read)
/** Returns names of players that begin with a text. */
export const namesLike = (text: string) => get<string[]>('/player/autocomplete?term=' + encodeURIComponent(text))
