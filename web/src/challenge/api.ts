// What the server does with challenges.
import { call, get } from '../lib/api'
import type { AcceptChallenge, Challenge, DeclineChallenge, NewChallenge } from '../lib/types'

const path = (id: string) => '/challenges/' + encodeURIComponent(id)

export const challengesOf = () => get<Challenge[]>('/challenges')
export const challengeOf = (id: string) => get<Challenge>(path(id))
export const create = (c: NewChallenge) => call<Challenge>('POST', '/challenges', c)
export const accept = (id: string, how: AcceptChallenge = {}) => call<Challenge>('POST', path(id) + '/accept', how)
export const decline = (id: string, why: DeclineChallenge = {}) => call<Challenge>('POST', path(id) + '/decline', why)
export const cancel = (id: string) => call<Challenge>('POST', path(id) + '/cancel')
/** Returns names of players that begin with a text. */
export const namesLike = (text: string) => get<string[]>('/player/autocomplete?term=' + encodeURIComponent(text))
