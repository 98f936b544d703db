// Texts of the home page, of new games and of correspondence games.
import type { Game } from '../net/types'
import { fullMoves, plural } from '../ui/text'
import { seat } from '../ui/player.text'

export const home = {
  title: 'wane – chess with less',
  tagline: 'Chess with less',
  intro:
    'Four chess variants in which the board, its squares or the captured pieces become less: play a friend, anyone or the computer, without an account.',
  games: 'Variants',
  others: 'More variants:',
  mine: 'Your games',
  yourTurn: 'your turn',
  theirTurn: 'their turn',
  waiting: 'waiting for an opponent',
  newGame: 'New game',
  lobby: 'Open games',
  stale: 'Offline: this list may be out of date.',
  offline: 'Other players’ games need a connection. You can still play the computer, learn and analyze.',
  lobbyEmpty: 'No open games. Start a game against anyone to list it here.',
  join: 'Join',
  joinGame: (title: string, who: string) => `Join ${title} against ${who}`,
  joinFailed: (why: string) => `You did not join: ${why}`,
  view: 'View',
  viewGame: (title: string) => `View your game of ${title}`,
  viewOffer: (title: string, who: string) => `View the game of ${title} that ${who} offers`,
  yourColor: { white: 'you play White', black: 'you play Black' },
  takebacks: 'takebacks',
  rated: 'rated',
  range: (min: number, max: number) =>
    min && max ? `rating ${min}–${max}` : min ? `rating ${min} or more` : `rating ${max} or less`,
  closed: 'Sign in to join this game.',
  card: (g: Pick<Game, 'title' | 'white' | 'black'>) => `${g.title}: ${seat(g.white)} – ${seat(g.black)}`,
  custom: 'custom position',
  live: 'Current games',
  watch: 'The best games on large boards',
  finished: 'Recent games',
  archive: 'Search games',
  players: (n: number) => plural(n, 'player online', 'players online'),
  moves: fullMoves,
  playVariant: (title: string, level: number) => `Play ${title} against the computer, level ${level}`,
  against: (level: number) => `against the computer, level ${level} of 8`,
  all: (n: number) => `All ${n} games`,
  now: 'Now playing',
  watchGame: (title: string, white: string, black: string) => `Watch ${title}: ${white} – ${black}`,
  learn: 'Learn',
  ways: {
    tournaments: { title: 'Tournaments', text: 'Arenas, Swiss and round robins.' },
    analysis: { title: 'Analysis board', text: 'Try moves, ask the engine, keep analyses.' },
    studies: {
      title: 'Studies and analyses',
      text: 'What you keep, analyze together or teach, and what others share.',
    },
    editor: { title: 'Board editor', text: 'Set up any position, play from it.' },
    rankings: { title: 'Rankings', text: 'The 720 orders of Diminuendo Chess.' },
    archive: { title: 'Finished games', text: 'Search them by player or opening.' },
  },
  learnVariant: (title: string) => `Learn it in five minutes: ${title}`,
}

export const pairing = {
  title: 'Quick pairing',
  rated: 'Rated',
  tab: 'Looking for an opponent',
  searching: (variant: string, time: string) => `Looking for an opponent: ${variant}, ${time} …`,
  seconds: (n: number) => `${Math.floor(n / 60)}:${String(n % 60).padStart(2, '0')}`,
  nobody: 'No opponent is here at the moment. The search goes on.',
  computer: (level: number) => `Play the computer, level ${level}`,
  failed: (why: string) => `The search has ended: ${why}`,
}

export const correspondence = {
  title: 'Correspondence',
  link: 'All correspondence games',
  none: 'You have no games with days per move.',
  first: 'To the first game',
  yours: 'Your turn',
  theirs: 'Their turn',
  noTurn: 'It is not your turn in any game.',
  next: (who: string) => `Next game: against ${who}`,
  /** Describes the time left for a move, in ms. */
  left: (ms: number) => {
    const hours = Math.floor(Math.max(0, ms) / 3_600_000)
    if (hours >= 48) return `${Math.floor(hours / 24)} days left`
    return hours >= 1 ? `${plural(hours, 'hour', 'hours')} left` : 'less than an hour left'
  },
}

export const create = {
  title: 'New game',
  game: 'Variant',
  opponent: 'Opponent',
  opponents: {
    engine: 'The computer',
    friend: 'A friend, by link',
    player: 'A player',
    anyone: 'Anyone',
    self: 'Two players, one screen',
  },
  opponentHelp: {
    engine: 'Starts at once.',
    friend: 'You get a link to send.',
    player: 'Challenges a player by name.',
    anyone: 'Listed on the home page.',
    self: 'Or play both colors yourself.',
  },
  level: (n: number) => `Level ${n} of 8`,
  levels: [
    '',
    'first game',
    'beginner',
    'hobby player',
    'club beginner',
    'club player',
    'strong',
    'very strong',
    'full strength',
  ],
  time: 'Time',
  times: { none: 'Unlimited', clock: 'Clock', days: 'Days per move' },
  minutes: 'Minutes per side (0.25–180)',
  increment: 'Increment, seconds (0–180)',
  days: 'Days per move (1–14)',
  color: 'You play',
  colors: { white: 'White', black: 'Black', random: 'Random' },
  casual: 'Allow takebacks',
  range: 'Rating of the opponent',
  ratingMin: 'at least',
  ratingMax: 'at most',
  rated: 'Rated',
  ratedHelp: 'The result changes your rating. From the start position, with a clock or days, without takebacks.',
  options: 'Options',
  unrated: 'casual',
  forFun: 'Casual',
  counts: 'Rating',
  takebacks: 'takebacks',
  position: 'From position',
  from: (color: 'white' | 'black') =>
    `The game starts from this position, ${color === 'white' ? 'White' : 'Black'} to move.`,
  fromStart: 'Use the starting position',
  fen: 'Position (FEN)',
  fenHelp: 'At most 200 characters. Leave empty for the starting position.',
  fenGood: 'Valid position.',
  onBoard: 'Open the board editor',
  start: { engine: 'Play', friend: 'Create link', player: 'Challenge', anyone: 'Create game', self: 'Play' },
  failed: (why: string) => `The game was not created: ${why}`,
  startHere: 'Play on this device',
  offlineHelp: (here: boolean, days: boolean) =>
    here
      ? `No connection: ${days ? 'played on this device, with unlimited time' : 'this game will be played on this device'}.`
      : 'No connection: only the computer can be played, on this device.',
}
