// Addresses of the page, of positions in it and of its files. The server reads
// the same list of routes.

import routes from '../../routes/routes.json'

export type RouteName = keyof typeof routes
/** A line of moves in UCI; an empty FEN is the start of the variant. */
export interface Position {
  variant: string
  fen?: string
  moves?: readonly string[]
}

/** The page at a path with the path's parameters, or null if there is none. */
export function match(path: string): { name: RouteName; params: (string | undefined)[] } | null {
  for (const [name, pattern] of Object.entries(routes)) {
    const found = new RegExp(`^${pattern.replace(/\/\{\w+\?\}/g, '(?:/([^/]+))?').replace(/\{\w+\}/g, '([^/]+)')}$`).exec(path)
    if (found) return { name: name as RouteName, params: found.slice(1).map((part) => part && decoded(part)) }
  }
  return null
}

/** The address of a page; an optional parameter may be left out. */
export function link(name: RouteName, ...params: string[]): string {
  let i = 0
  return routes[name].replace(/\/\{\w+\??\}/g, () => (i < params.length ? '/' + encoded(params[i++]!) : ''))
}

/** Whether a text may be the id of a game. */
export const isGame = (id: string): boolean => /^[A-Za-z0-9]{1,32}$/.test(id)

/** A query of all that is not empty, with its question mark. */
export function query(parts: Record<string, string | undefined>): string {
  const filled = Object.entries(parts).filter((part): part is [string, string] => !!part[1])
  return filled.length ? '?' + new URLSearchParams(filled).toString().replaceAll('%2F', '/').replaceAll('+', '%20') : ''
}

const line = (p: Position) => query({ fen: p.fen, moves: p.moves?.join('_') })

export const analysisLink = (p: Position): string => link('analysis', p.variant) + line(p)
export const editorLink = (variant: string, fen = ''): string => link('editor', variant) + query({ fen })
export const newGameLink = (variant: string, fen = ''): string => link('new') + query({ variant, fen })
export const rankingLink = (variant: string): string => link('rankings') + query({ variant })
export const embedLink = (p: Position, options: Record<string, string>): string =>
  link('embed', p.variant) + query({ fen: p.fen, moves: p.moves?.join('_'), ...options })

/** A segment of a path, in which colons and plus signs of variants stay readable. */
const encoded = (part: string) => encodeURIComponent(part).replaceAll('%3A', ':').replaceAll('%2B', '+')

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
