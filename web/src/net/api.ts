// The server's HTTP API, for everything that does not use the socket.

import { query } from './links'
import { site } from './site'
import { say, sayAll, unreachable } from './sentences.text'
import type { paths } from './types'

/** An error that the server returned; status is 0 if it was unreachable. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
  ) {
    super(message)
  }
  /** The server does not answer now, as opposed to what it answers: a retry may help. */
  get passing(): boolean {
    return this.status === 0 || this.status >= 500 || this.status === 429
  }
}

/** Returns the message of an error for users; offline has more to say if the server is unreachable. */
export function errorText(e: unknown, offline?: string): string {
  if (offline !== undefined && e instanceof ApiError && e.status === 0) return offline
  return e instanceof Error ? e.message : String(e)
}

/** Leaves an answer in English, which is what is stored. */
export const inEnglish = <T>(answer: T): T => answer

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
type Operation<M extends Method, P extends keyof paths> = paths[P][Lowercase<M>]
type JSONOf<T> = T extends { content: { 'application/json': infer J } } ? J : void
/** The paths that the server's description has for a method. */
export type PathOf<M extends Method> = {
  [P in keyof paths]: Operation<M, P> extends { responses: unknown } ? P : never
}[keyof paths]
/** The parameters of a call, from the server's description. */
export type Given<M extends Method, P extends keyof paths> =
  Operation<M, P> extends infer O extends { parameters: object }
    ? Pick<O['parameters'], keyof O['parameters'] & ('path' | 'query' | 'header')> &
        (O extends { requestBody: infer B } ? { body: JSONOf<B> } : unknown) &
        Pick<AnyGiven, 'put' | 'signal'>
    : never
/** What is answered to a call. */
export type Answer<M extends Method, P extends keyof paths> =
  Operation<M, P> extends infer O extends { responses: object } ? JSONOf<O['responses'][keyof O['responses']]> : never

interface AnyGiven {
  path?: Record<string, string | number>
  query?: Record<string, string | number | boolean | undefined>
  header?: Record<string, string>
  body?: unknown
  put?: typeof sayAll
  signal?: AbortSignal
}

/** Sends a request and returns the answer in the page's language, unless put says otherwise, or throws an ApiError. */
export async function call<M extends Method, P extends PathOf<M>>(
  method: M,
  path: P,
  ...given: object extends Given<M, P> ? [Given<M, P>?] : [Given<M, P>]
): Promise<Answer<M, P>> {
  const g: AnyGiven = given[0] ?? {}
  const address = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(g.path![name]!))
  const answer = await request('/api' + address + query(g.query ?? {}), {
    method,
    headers: g.body === undefined ? g.header : { ...g.header, 'Content-Type': 'application/json' },
    body: g.body === undefined ? undefined : JSON.stringify(g.body),
    signal: g.signal,
  })
  return (answer.status === 204 ? undefined : (g.put ?? sayAll)(await answer.json())) as Answer<M, P>
}

/** Sends a request and returns a good answer, of any kind, or throws an ApiError. */
export async function request(address: string, init?: RequestInit): Promise<Response> {
  const answer = await (site?.answer ?? fetch)(address, init).catch((e: Error) => {
    throw new ApiError(0, 'offline', site ? e.message : unreachable)
  })
  if (!answer.ok) throw await problem(answer)
  return answer
}

/** Returns the error of an answer: a problem of RFC 9457, or anything from a proxy. */
export async function problem(answer: Response): Promise<ApiError> {
  const p = ((await answer.json().catch(() => null)) ?? {}) as {
    detail?: string
    title?: string
    code?: string
    errors?: { message?: string }[]
  }
  const text = [p.detail || p.title, ...(p.errors ?? []).map((e) => e.message)]
    .filter((s) => !!s)
    .map((s) => say(s!))
    .join(': ')
  return new ApiError(
    answer.status,
    p.code ?? (answer.status === 404 ? 'not-found' : 'server'),
    text || answer.statusText || String(answer.status),
  )
}

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

/**
 * Returns a unique ID: 20 characters, 120 random bits. Commands and new games have one, so
 * that a repeated request counts once. (Pages without HTTPS have no crypto.randomUUID.)
 */
export function newID(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(20))
  return Array.from(bytes, (b) => letters[b & 63]).join('')
}

/** Returns the address of a game's PGN. */
export function pgnAddress(id: string): string {
  return `/api/games/${encodeURIComponent(id)}/pgn`
}
