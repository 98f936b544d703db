// What the server says about ratings and those who have them.
import { get } from '../lib/api'
import type { GameRatings, Leaderboard, Profile, RatingGraph } from '../lib/types'

const path = (name: string) => '/players/' + encodeURIComponent(name)

export const profileOf = (name: string) => get<Profile>(path(name))
export const graphsOf = (name: string) => get<RatingGraph[]>(path(name) + '/ratings')
export const leaderboards = (game: string) => get<Leaderboard[]>('/leaderboards/' + encodeURIComponent(game))
export const gameRatings = (id: string) => get<GameRatings>(`/games/${encodeURIComponent(id)}/ratings`)
