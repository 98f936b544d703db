// The lobby is the same for all users: the page marks what is the user's own.

import type { Game, Lobby, Me, Seat } from './types'

/** Says whether a seat is the user's. Others may have a guest's name, but not the tag. */
const own = (s: Seat, me: Me): boolean => (s.tag ? s.tag === me.tag : !!s.account && s.name === me.account?.name)

/** Returns the lobby with the user's seats and offers marked, as in other games. */
export function marked(lobby: Lobby, me: Me | null): Lobby {
  if (!me) return lobby
  const mark = (g: Game): Game => {
    const [white, black] = [own(g.white, me), own(g.black, me)]
    if (!white && !black) return g
    return {
      ...g,
      creator: g.status === 'waiting',
      white: { ...g.white, you: white },
      black: { ...g.black, you: black },
    }
  }
  return { ...lobby, seeks: lobby.seeks.map(mark), live: lobby.live.map(mark), finished: lobby.finished.map(mark) }
}
