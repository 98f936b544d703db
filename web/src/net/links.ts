// The addresses of pages and positions. The server reads the same list of routes.

import routes from '../../routes/routes.json'
import { base } from './site'

export type RouteName = keyof typeof routes
/** A line of moves in UCI; without FEN it begins at the start position. */
export interface Position {
  variant: string
  fen?: string
  moves?: readonly string[]
}

/** Returns the route of a path with its parameters, or null if there is none. */
export function match(path: string): { name: RouteName; params: (string | undefined)[] } | null {
  for (const [name, pattern] of Object.entries(routes)) {
    const found = new RegExp(
      `^${pattern.replace(/\/\{\w+\?\}/g, '(?:/([^/]+))?').replace(/\{\w+\}/g, '([^/]+)')}$`,
    ).exec(path.slice(base.length))
    if (found) return { name: name as RouteName, params: found.slice(1).map((part) => part && decoded(part)) }
  }
  return null
}

/** Returns the path of a route; optional parameters may be omitted. */
export function link(name: RouteName, ...params: string[]): string {
  let i = 0
  return base + routes[name].replace(/\/\{\w+\??\}/g, () => (i < params.length ? '/' + encoded(params[i++]!) : ''))
}

/** Reports whether there can be a game of that ID, as the server's ID.Valid does. */
export const isGame = (id: string): boolean => /^[\w-]{1,64}$/.test(id)

/** Returns a query of the non-empty parts, with its question mark. */
export function query(parts: Record<string, string | number | boolean | undefined>): string {
  const filled = Object.entries(parts).filter(([, value]) => value !== undefined && value !== '')
  return filled.length
    ? '?' + new URLSearchParams(filled as [string, string][]).toString().replaceAll('%2F', '/').replaceAll('+', '%20')
    : ''
}

const line = (p: Position) => query({ fen: p.fen, moves: p.moves?.join('_') })

export const analysisLink = (p: Position): string => link('analysis', p.variant) + line(p)
export const editorLink = (variant: string, fen = ''): string => link('editor', variant) + query({ fen })
export const newGameLink = (variant: string, fen = ''): string => link('new') + query({ variant, fen })
/** Returns the address of the dialog that challenges a player. */
export const challengeLink = (player: string): string => link('new') + query({ player })
export const rankingLink = (variant: string): string => link('rankings') + query({ variant })
export const embedLink = (p: Position, options: Record<string, string>): string =>
  link('embed', p.variant) + query({ fen: p.fen, moves: p.moves?.join('_'), ...options })

/** Encodes a segment of a path, but not the colons and plus signs of variants. */
const encoded = (part: string) => encodeURIComponent(part).replaceAll('%3A', ':').replaceAll('%2B', '+')

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
