// The server's HTTP API, for everything that does not use the socket.

import { language, say, sayAll } from '../text/sentences'
import type { AnnotatedGame, Command, CommandResult, Course, FullGame, FullVariant, Me, NewGame, Pairing, Search, StudyLeftOut, Variant } from '../lib/types'

/** An error that the server returned; status is 0 if it was unreachable. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    /** What was left out of a text of which no game could be imported. */
    readonly leftOut?: StudyLeftOut,
  ) {
    super(message)
  }
}

/** Returns the message of an error for users; offline is the message if the server is unreachable. */
export function errorText(e: unknown, offline?: string): string {
  if (offline !== undefined && e instanceof ApiError && e.status === 0) return offline
  return e instanceof Error ? e.message : String(e)
}

/** Leaves an answer in English, which is what is stored. */
export const inEnglish = <T>(answer: T): T => answer

/** Sends a request and returns the answer in the page's language, or throws an ApiError. */
export async function call<T>(
  method: string,
  path: string,
  body?: unknown,
  put = sayAll,
  headers: Record<string, string> = {},
  signal?: AbortSignal,
): Promise<T> {
  let answer: Response
  try {
    answer = await fetch('/api' + path, {
      method,
      headers: body === undefined ? headers : { ...headers, 'Content-Type': 'application/json' },
      body: body === undefined ? undefined : JSON.stringify(body),
      signal,
    })
  } catch (e) {
    throw new ApiError(0, 'offline', String(e))
  }
  if (answer.ok) return (answer.status === 204 ? undefined : put(await answer.json())) as T
  throw await problem(answer)
}

/** Returns the error of an answer: a problem of RFC 9457, or anything from a proxy. */
export async function problem(answer: Response): Promise<ApiError> {
  const p = ((await answer.json().catch(() => null)) ?? {}) as {
    detail?: string
    title?: string
    code?: string
    leftOut?: StudyLeftOut
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
    p.leftOut && sayAll(p.leftOut),
  )
}

/** Asks for texts in the page's language; those in English are what is answered anyway. */
const inLanguage = () => (language === 'en' ? '' : `?lang=${language}`)

export const api = {
  variants: (put = sayAll) => call<Variant[]>('GET', '/variants', undefined, put),
  variant: (name: string, put = sayAll) => call<FullVariant>('GET', '/variants/' + encodeURIComponent(name), undefined, put),
  me: () => call<Me>('GET', '/me'),
  rename: (name: string) => call<Me>('PUT', '/me', { name }),
  findOpponent: (wanted: Pairing) => call<Search>('POST', '/pairing', wanted),
  stopSearch: () => call<Search>('DELETE', '/pairing'),
  create: (game: NewGame) => call<FullGame>('POST', '/games', game),
  game: (id: string) => call<FullGame>('GET', '/games/' + encodeURIComponent(id)),
  course: (variant: string) => call<Course>('GET', `/learn/${encodeURIComponent(variant)}${inLanguage()}`),
  annotatedGame: (variant: string, name: string) =>
    call<AnnotatedGame>('GET', `/learn/${encodeURIComponent(variant)}/games/${encodeURIComponent(name)}${inLanguage()}`),
  command: (id: string, order: Command) => call<CommandResult>('POST', `/games/${encodeURIComponent(id)}/commands`, order),
}

/** Sends a GET request to another path of the API. */
export const get = <T>(path: string) => call<T>('GET', path)

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
