// What a board on another site shows: its address says so.

/** What to show and how. */
export interface Wish {
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
export function wishOf(path: string, query: URLSearchParams): Wish | null {
  const game = /^\/embed\/game\/([A-Za-z0-9]{1,32})$/.exec(path)?.[1]
  const variant = /^\/embed\/([^/]+)$/.exec(path)?.[1]
  const ply = Number.parseInt(query.get('ply') ?? '', 10)
  const how = { flipped: isOn(query.get('flip')), autoplay: isOn(query.get('autoplay')), ply: ply >= 0 ? ply : undefined }
  if (game) return { ...how, game: true, source: `/api/games/${game}/replay`, home: `/game/${game}` }
  if (!variant) return null
  const line = new URLSearchParams()
  for (const name of ['fen', 'moves']) {
    const value = query.get(name)
    if (value) line.set(name, value)
  }
  const at = line.size ? `?${line}` : ''
  const name = decoded(variant)
  return {
    ...how,
    game: false,
    home: `/analysis/${encodeURIComponent(name)}${at}`,
    source: `/api/replay?${new URLSearchParams({ variant: name })}${line.size ? `&${line}` : ''}`,
  }
}

const isOn = (value: string | null) => value !== null && value !== '' && value !== '0' && value !== 'false'

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
