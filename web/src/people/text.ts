// Texts about ratings, players and leaderboards.
import type { GameRatings, PoolRating, Score } from '../net/types'
import { isolate, plural } from '../ui/text'

/** The games that have ratings of their own. */
export const games: Record<string, string> = {
  shrink: 'Shrink',
  convergent: 'Convergent',
  diminuendo: 'Diminuendo',
  rankings: 'Diminuendo, other rankings',
  cheshire: 'Cheshire Cat',
  cheshire8: 'Cheshire Cat 8×8',
  chess: 'Chess',
}

export const speeds: Record<PoolRating['speed'], string> = {
  bullet: 'Bullet',
  blitz: 'Blitz',
  rapid: 'Rapid',
  correspondence: 'Correspondence',
}

/** Returns a rating as people see it: a question mark says that it is provisional. */
export const shown = (rating: number, provisional?: boolean): string => `${rating}${provisional ? '?' : ''}`

/** Returns a change with its sign. */
export const signed = (change: number): string => (change > 0 ? `+${change}` : change < 0 ? `−${-change}` : '±0')

export const ratings = {
  change: (change: number) => `rating ${change < 0 ? 'down' : 'up'} by ${Math.abs(change)}`,
  uncounted: (why: NonNullable<GameRatings['why']>) => `Ratings did not change: ${reasons[why]}.`,
}

const reasons: Record<NonNullable<GameRatings['why']>, string> = {
  casual: 'the game is not rated',
  aborted: 'the game has no result',
  closed: 'the operator of the server ended the game',
  guest: 'a player has no account',
  short: 'a player made fewer than two moves',
  early: 'the game was resigned, or drawn by agreement, before both had made five moves',
  'one-address': 'both players are on the same network',
}

/** The levels of the engine as players. */
export const levels = {
  title: 'The computer’s levels',
  characters: [
    '',
    'Sees little and often plays whatever comes to mind. Made for your first game.',
    'Knows how the pieces move, and forgets to look at every second one.',
    'Takes what you leave hanging, and leaves something hanging in return.',
    'Plays a plan of one move. A patient beginner beats it.',
    'Sees short tactics and blunders about once in twelve moves. A club player’s evening opponent.',
    'Punishes mistakes, makes few of them, and still gets tired.',
    'Looks deep, errs rarely and knows its endings. Play it if you want to suffer.',
    'Thinks for seconds with all it has. It does not lose by accident.',
  ],
  play: 'Play this level',
  fixed:
    'Its rating is the same at every speed and does not change. People who play only the computer are on one scale with the others by it.',
  all: 'All games against this level',
}

export const profile = {
  missing: 'No such player',
  missingWhy: 'Check the link. The account may have been deleted.',
  failed: 'The profile did not load.',
  closed: 'This account is closed.',
  bot: 'Bot',
  since: (day: string) => `since ${day}`,
  you: 'This is you.',
  against: (s: Score) => `You against this player: ${s.won} won, ${s.drawn} drawn, ${s.lost} lost.`,
  ratings: 'Ratings',
  noRatings: 'No rated games yet.',
  graph: (game: string, speed: string, from: number, to: number) =>
    `${game}, ${speed}: rating over time, from ${from} to ${to}`,
  oneGame: 'One rated game so far: a graph needs two.',
  game: 'Variant',
  rating: 'Rating',
  best: (rating: number) => `best ${rating}`,
  change: (change: string) => `${change} in 30 days`,
  rated: (n: number) => plural(n, 'game', 'games'),
  ratedGames: 'Rated games',
  publicGames: 'Public games',
  counts:
    'Won – drawn – lost. Public: games that anyone can find, the last 2,000. Unrated games by invitation link are not counted.',
  trophies: 'Trophies',
  place: (place: number, of: number) => `${['1st', '2nd', '3rd'][place - 1]} of ${of}`,
  results: 'Results',
  openings: 'Openings',
  opponents: 'Opponents',
  score: (s: Score) => `${s.won} won, ${s.drawn} drawn, ${s.lost} lost`,
  level: (n: number) => `computer’s level ${n} beaten`,
  wins: 'Best wins',
  win: (game: string, speed: string) => `${game}, ${speed}`,
  activity: 'Activity',
  activityOf: (n: number) => plural(n, 'public game in the last 26 weeks', 'public games in the last 26 weeks'),
  week: (day: string, n: number) => `Week of ${day}: ${plural(n, 'game', 'games')}`,
  recent: 'Recent games',
  none: 'No public games yet.',
  search: 'Search these games',
  feed: 'Atom feed',
  together: 'Your games together',
  between: (a: string, b: string) => `Games between ${isolate(a)} and ${isolate(b)}`,
}

export const players = {
  title: 'Players',
  intro: 'The best of each variant and speed: players whose rating is certain, with a rated game in the last 30 days.',
  game: 'Variant',
  empty: 'No one yet.',
  find: 'Find a player',
  show: 'Show',
  place: 'Place',
  player: 'Player',
  rating: 'Rating',
  games: 'Games',
  you: 'you',
  how: 'How ratings work',
  tournaments: 'Tournaments',
}

/** What players say about themselves. */
export const about = {
  title: 'About you',
  help: 'Up to 400 characters and 10 lines. Everyone can see it on your page.',
  link: 'Link (optional)',
  edit: 'Edit profile',
  remove: 'Remove this text',
}

/** Following and blocking. */
export const friends = {
  follow: 'Follow',
  unfollow: 'Unfollow',
  block: 'Block',
  unblock: 'Unblock',
  unfollowOf: (name: string) => `Unfollow ${isolate(name)}`,
  unblockOf: (name: string) => `Unblock ${isolate(name)}`,
  followed: 'You follow this player.',
  blocked: 'You block this player: no challenges, pairings or chat.',
  followers: (n: number) => plural(n, 'follower', 'followers'),
  title: 'Friends online',
  friends: 'Friends',
  here: 'online now',
  all: (n: number) => `All ${n} whom you follow`,
  challenge: 'Challenge',
  challengeOf: (name: string) => `Challenge ${isolate(name)}`,
  watch: 'Watch',
  watchOf: (name: string) => `Watch the game of ${isolate(name)}`,
  section: 'Friends and blocked players',
  following: 'You follow',
  nobody: 'You follow no one yet. Open the page of a player to follow or block.',
  blocking: 'You block',
  invisible: 'Hide that I am online',
}
