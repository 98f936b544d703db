// The addresses of embedded boards.

import { isGame, link, match, query as queryOf } from '../net/links'

export interface EmbedRequest {
  /** The address of the moves on the server. */
  source: string
  /** The address of the page that shows the same. */
  home: string
  game: boolean
  flipped: boolean
  /** The first ply to show; undefined for the last one. */
  ply?: number
  autoplay: boolean
}

/** Parses /embed/game/{id} or /embed/{variant}?fen=&moves=; returns null for other addresses. */
export function parseAddress(path: string, query: URLSearchParams): EmbedRequest | null {
  const page = match(path)
  const [name] = page?.params ?? []
  if (!name) return null
  const ply = Number.parseInt(query.get('ply') ?? '', 10)
  const how = {
    flipped: isOn(query.get('flip')),
    autoplay: isOn(query.get('autoplay')),
    ply: ply >= 0 ? ply : undefined,
  }
  if (page!.name === 'embedGame' && isGame(name))
    return { ...how, game: true, source: `/api/games/${name}/replay`, home: link('game', name) }
  if (page!.name !== 'embed') return null
  const line = { fen: query.get('fen') ?? '', moves: query.get('moves') ?? '' }
  return {
    ...how,
    game: false,
    home: link('analysis', name) + queryOf(line),
    source: '/api/replay' + queryOf({ variant: name, ...line }),
  }
}

const isOn = (value: string | null) => value !== null && value !== '' && value !== '0' && value !== 'false'
