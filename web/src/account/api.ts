// The part of the server's API that is about accounts.

import { call, get } from '../lib/api'
import type { Adopted, Codes, Digest, Email, Ended, MadeToken, NewToken, Sent, Session, Settings, SignedIn, Token, Vacation } from '../lib/types'

/** The language of e-mail to the user. */
const language = () => document.documentElement.lang

const thing = (kind: string, id: string) => `/account/${kind}/${encodeURIComponent(id)}`

export const accounts = {
  signUp: (name: string, password: string) => call<SignedIn>('POST', '/signup', { name, password }),
  signIn: (name: string, password: string) => call<SignedIn>('POST', '/signin', { name, password }),
  recover: (name: string, code: string, password: string) => call<SignedIn>('POST', '/recover', { name, code, password }),
  /** Adds to the account what the user played as a guest in this browser. */
  adopt: () => call<Adopted>('POST', '/account/guest', {}),
  /** Whether the user, a guest, has a game. */
  played: async () => (await get<unknown[]>('/games?mine=true&limit=1')).length > 0,
  /** Whether the server sends e-mail. */
  mails: async () => (await get<Sent>('/recover')).mail,
  sendReset: (who: string) => call<Sent>('POST', '/recover/letter', { who, language: language() }),
  reset: (secret: string, password: string) => call<SignedIn>('POST', '/recover/link', { secret, password }),
  setEmail: (email: string) => call<Sent>('PUT', '/account/email', { email, language: language() }),
  removeEmail: () => call<Email>('DELETE', '/account/email'),
  /** How often unread notifications come by e-mail. */
  setDigest: (every: Digest['every']) => call<Digest>('PUT', '/account/digest', { every }),
  /** Ends them by the secret of the link in such an e-mail. */
  unsubscribe: (secret: string) => call<Digest>('POST', `/unsubscribe?secret=${encodeURIComponent(secret)}`),
  confirmEmail: (secret: string) => call<Email>('POST', '/email/confirm', { secret }),
  remove: (name: string) => call<Ended>('POST', '/account/delete', { name }),
  /** Proves again who the user is. */
  confirm: (password: string) => call<SignedIn>('POST', '/account/confirm', { password }),

  settings: () => get<Settings>('/account/settings'),
  setPassword: (password: string) => call<Ended>('PUT', '/account/password', { password }),
  newCodes: () => call<Codes>('POST', '/account/codes'),
  sessions: () => get<Session[]>('/account/sessions'),
  endSession: (id: string) => call<Ended>('DELETE', thing('sessions', id)),
  endOthers: () => call<Ended>('DELETE', '/account/sessions'),
  tokens: () => get<Token[]>('/account/tokens'),
  newToken: (token: NewToken) => call<MadeToken>('POST', '/account/tokens', token),
  deleteToken: (id: string) => call<Ended>('DELETE', thing('tokens', id)),

  vacation: () => get<Vacation>('/account/vacation'),
  beginVacation: (days: number) => call<Vacation>('PUT', '/account/vacation', { days }),
  endVacation: () => call<Vacation>('DELETE', '/account/vacation'),
}
