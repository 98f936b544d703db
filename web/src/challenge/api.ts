// What the server does with challenges.
import { call } from '../net/api'
import type { Challenge, DeclineChallenge, NewChallenge } from '../net/types'
import { say, sayAll } from '../net/sentences.text'

/** Puts the sentences of an answer, one challenge or several, into the page's language. */
const put = <T>(answer: T): T => {
  for (const c of [answer].flat() as Challenge[]) if (c.why) c.why = say(c.why)
  return sayAll(answer)
}

export const create = (body: NewChallenge) => call('POST', '/challenges', { body })
export const challengesOf = () => call('GET', '/challenges', { put })
export const challengeOf = (id: string) => call('GET', '/challenges/{id}', { path: { id }, put })
export const accept = (id: string) => call('POST', '/challenges/{id}/accept', { path: { id }, body: {}, put })
export const decline = (id: string, body: DeclineChallenge = {}) =>
  call('POST', '/challenges/{id}/decline', { path: { id }, body, put })
export const cancel = (id: string) => call('POST', '/challenges/{id}/cancel', { path: { id }, put })
