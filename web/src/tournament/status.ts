// What the page says to a player about the own tournament, and when it opens the own game.

import { own as words } from './text'
import type { TournamentState } from './types'

/** Reports whether the games of a tournament open by themselves: those with a clock that begin one after the other. */
export const opensGames = (t: Pick<TournamentState, 'system' | 'control'>): boolean =>
  t.system !== 'round-robin' && !t.control.days

/** Returns the sentences about the user; now is the server's time. */
export function ownStatus(t: TournamentState, now: number): string[] {
  const { mine } = t
  const over = t.status === 'finished' || t.status === 'canceled'
  if (!mine) return over ? [] : [words.guest]
  const place = mine.player
  if (t.status === 'canceled') return []
  if (t.status === 'finished') return mine.joined && place ? [words.placed(place.rank, place.score)] : []
  if (!mine.joined) {
    if (!mine.may) return mine.why ? [mine.why] : [words.out]
    return [t.status === 'started' ? words.mayLate : words.may]
  }
  if (t.status === 'created') return [mine.out ? words.out : words.in(t.starts - now)]
  return [...(place ? [words.place(place.rank, place.score)] : []), ...next(t, now)]
}

const lastPairing = 20_000 // ms before the end of an arena: no more pairings

/** Reports whether there are no more pairings. */
export const pairsNoMore = (t: TournamentState, now: number): boolean =>
  t.system === 'arena'
    ? !!t.ends && t.ends - now < lastPairing
    : t.system === 'swiss' && !!t.rounds && t.round === t.rounds

/** Says what comes next for a player of a tournament that is running. */
function next(t: TournamentState, now: number): string[] {
  const mine = t.mine!
  if (mine.games.length) return [opensGames(t) ? words.game : words.games(mine.games.length)]
  if (mine.out) return [t.system === 'arena' ? words.resting : words.left]
  if (t.system === 'round-robin') return mine.player?.sheet.length ? [words.ended] : []
  if (t.system === 'swiss') {
    if (t.nextRound) return [words.round((t.round ?? 0) + 1, t.nextRound - now)]
    return [t.rounds && t.round === t.rounds ? words.lastRound : words.roundLater]
  }
  if (pairsNoMore(t, now)) return [words.noMore]
  return mine.waiting ? [mine.alone ? words.alone : words.waiting] : []
}

/** Returns the game to open: one that has begun while the user was waiting on the page. */
export function gameToOpen(before: TournamentState | undefined, now: TournamentState): string | undefined {
  if (!before?.mine?.joined || !now.mine?.joined || !opensGames(now)) return undefined
  const known = before.mine.games
  return now.mine.games.find((g) => !known.includes(g))
}
