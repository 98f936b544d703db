// What the page of a player shows: an account or a level of the computer, with its results and last games.

import { call } from '../net/api'
import { load } from '../net/load.svelte'
import type { PoolRating, Profile, RatingGraph, Score } from '../net/types'
import { weeks } from './weeks'

/** How many games. */
export const played = ({ won, drawn, lost }: Score): number => won + drawn + lost

const key = (of: { game: string; speed: string }) => `${of.game} ${of.speed}`

/** The results in a game: all rated ones, and the public ones; undefined: none. */
export interface Results {
  game: string
  rated?: Score
  public?: Score
  level?: number // the highest of the computer that was beaten
}

/** Adds up results by game, in the order of the games. */
export function resultsOf({ ratings, games }: Pick<Profile, 'ratings' | 'games'>): Results[] {
  const list: Results[] = games.map((g) => ({ game: g.game, public: g.score, level: g.level }))
  for (const { game, score } of ratings) {
    let row = list.find((r) => r.game === game)
    if (!row) list.push((row = { game }))
    const { won, drawn, lost } = row.rated ?? { won: 0, drawn: 0, lost: 0 }
    row.rated = { won: won + score.won, drawn: drawn + score.drawn, lost: lost + score.lost }
  }
  return list
}

export class PlayerPage {
  readonly profile
  readonly graphs
  readonly last
  /**
   * Whose games there are to see: a player's, or those of a level of the computer. It is derived, so that they do not
   * load again when the profile changes.
   */
  private readonly whose = $derived<string | number | undefined>(
    this.found && !this.found.closed ? (this.found.level ?? this.found.name) : undefined,
  )
  /** The rating that the user has chosen to see over time. */
  #chosen = $state<string>()

  constructor(name: () => string, ask = call, begin = load) {
    this.profile = begin(() => ask('GET', '/players/{name}', { path: { name: name() } }))
    this.graphs = begin(() => {
      const { whose } = this
      return typeof whose === 'string' ? ask('GET', '/players/{name}/ratings', { path: { name: whose } }) : undefined
    })
    this.last = begin(() => {
      const { whose } = this
      if (!whose) return
      return ask('GET', '/archive', {
        query: { ...(typeof whose === 'string' ? { account: whose } : { opponent: 'engine', level: whose }), limit: 6 },
      })
    })
  }

  get found(): Profile | undefined {
    return this.profile.value
  }
  get recent() {
    return this.last.value?.games ?? []
  }
  /** The rating that is shown over time: at first the one with the most games. */
  get pool(): PoolRating | undefined {
    const list = this.found?.ratings ?? []
    return (
      list.find((r) => key(r) === this.#chosen) ??
      list.reduce<PoolRating | undefined>(
        (most, r) => (most && played(most.score) >= played(r.score) ? most : r),
        undefined,
      )
    )
  }
  readonly choose = (pool: PoolRating): void => {
    this.#chosen = key(pool)
  }
  get graph(): RatingGraph | undefined {
    const { pool } = this
    return pool && this.graphs.value?.find((g) => key(g) === key(pool))
  }
  get results(): Results[] {
    return this.found ? resultsOf(this.found) : []
  }
  /** The last weeks, if there were games, and how many the busiest has. */
  get activity() {
    const days = this.found?.activity ?? []
    const list = days.length ? weeks(days, Date.now()) : []
    return {
      weeks: list,
      games: days.reduce((n, d) => n + d.games, 0),
      busiest: Math.max(1, ...list.map((w) => w.games)),
    }
  }

  /** The user follows or blocks the player, or does not any more. */
  readonly relate = (relation: Profile['relation'], follows: number): void => {
    const found = this.found!
    this.profile.value = { ...found, relation, followers: (found.followers ?? 0) + follows }
  }
  /** The player says something else. */
  readonly says = ({ about, link }: Pick<Profile, 'about' | 'link'> = {}): void => {
    this.profile.value = { ...this.found!, about, link }
  }
}
