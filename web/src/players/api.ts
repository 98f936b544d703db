// What the server says about ratings and those who have them.
import { call, get } from '../lib/api'
import type { GameRatings, Leaderboard, Level, Profile, RatingGraph, Relations, Visibility } from '../lib/types'

const path = (name: string) => '/players/' + encodeURIComponent(name)

export const profileOf = (name: string) => get<Profile>(path(name))
export const graphsOf = (name: string) => get<RatingGraph[]>(path(name) + '/ratings')
export const leaderboards = (game: string) => get<Leaderboard[]>('/leaderboards/' + encodeURIComponent(game))
export const levelsOf = () => get<Level[]>('/levels')
export const gameRatings = (id: string) => get<GameRatings>(`/games/${encodeURIComponent(id)}/ratings`)

const relate = (what: string) => (name: string) => call<unknown>('POST', `/rel/${what}/${encodeURIComponent(name)}`)

/** Whom the user follows and blocks. */
export const friends = {
  all: () => get<Relations>('/account/relations'),
  online: () => get<Relations>('/account/relations?online=true'),
  follow: relate('follow'),
  unfollow: relate('unfollow'),
  block: relate('block'),
  unblock: relate('unblock'),
  hide: (invisible: boolean) => call<Visibility>('PUT', '/account/visibility', { invisible }),
}
