import { isGame, link, match, query as written } from '../lib/links'
// What a board on another site shows: its address says so.

/** What to show and how. */
export interface EmbedRequest {
  /** Where to ask for it; without a query for what is new. */
  source: string
  /** The same on our own page. */
  home: string
  game: boolean
  flipped: boolean
  /** The move to begin at; undefined for the last one. */
  ply?: number
  autoplay: boolean
}

/** Reads the address of a board: /embed/game/{id} or /embed/{variant}?fen=&moves=. Null if it is none. */
export function parseAddress(path: string, query: URLSearchParams): EmbedRequest | null {
  const page = match(path)
  const [name] = page?.params ?? []
  if (!name) return null
  const ply = Number.parseInt(query.get('ply') ?? '', 10)
  const how = { flipped: isOn(query.get('flip')), autoplay: isOn(query.get('autoplay')), ply: ply >= 0 ? ply : undefined }
  if (page!.name === 'embedGame' && isGame(name)) return { ...how, game: true, source: `/api/games/${name}/replay`, home: link('game', name) }
  if (page!.name !== 'embed') return null
  const line = { fen: query.get('fen') ?? '', moves: query.get('moves') ?? '' }
  return {
    ...how,
    game: false,
    home: link('analysis', name) + written(line),
    source: '/api/replay' + written({ variant: name, ...line }),
  }
}

const isOn = (value: string | null) => value !== null && value !== '' && value !== '0' && value !== 'false'
