// Texts of the home page, the dialogs and the rules pages.
import type { Control, Game } from '../lib/types'
import { fullMoves, isolate, pieces, plural } from './common'

export const app = {
  name: 'wane',
  title: 'wane – chess with less',
  tagline: 'Chess with less',
  intro:
    'Four chess variants: one board shrinks, one loses its squares, one weakens the pieces you capture, one is small from the start. Play a friend, anyone or the computer. No account needed.',
  skip: 'Skip to content',
  home: 'wane, home',
  nav: 'Main',
  rulesOf: (title: string) => `Rules of ${title}`,
  play: 'Play',
  rules: 'Rules',
  study: 'Analysis',
  archive: 'Games',
  settings: 'Settings',
  close: 'Close',
  cancel: 'Cancel',
  save: 'Save',
  loading: 'Loading …',
  pageFailed: 'This page did not load. The server may be unreachable.',
  again: 'Try again',
  newVersion: 'A new version is ready.',
  reload: 'Reload',
  later: 'Later',
  titled: (page: string) => `${page} – wane`,
  notFoundTitle: 'Page not found',
  notFound: 'Check the link, or start from the home page.',
  toHome: 'Home page',
  offlineTitle: 'No connection',
  offlinePage: 'This page is on the server. Lessons, rules, analysis and games against the computer work without a connection.',
  source: 'Rules, engine and page are free software.',
  footer: 'About this site',
  about: 'About',
  help: 'Help',
  privacy: 'Privacy',
  manual: 'Manual',
  api: 'API',
}

export const home = {
  games: 'Variants',
  others: 'More variants:',
  mine: 'Your games',
  yourTurn: 'your turn',
  theirTurn: 'their turn',
  waiting: 'waiting for an opponent',
  lobby: 'Open games',
  stale: 'Offline: this list may be out of date.',
  offline: 'Other players’ games need a connection. You can still play the computer, learn and analyze.',
  lobbyEmpty: 'No open games. Start a game against anyone to list it here.',
  join: 'Join',
  joinGame: (title: string, who: string) => `Join ${title} against ${who}`,
  joinFailed: (why: string) => `You did not join: ${why}`,
  view: 'View',
  viewGame: (title: string) => `View your game of ${title}`,
  yourColor: { white: 'you play White', black: 'you play Black' },
  takebacks: 'takebacks',
  custom: 'custom position',
  live: 'Current games',
  liveEmpty: 'No public games at the moment.',
  finished: 'Recent games',
  finishedEmpty: 'No finished games yet.',
  archive: 'Search games',
  players: (n: number) => plural(n, 'player online', 'players online'),
  moves: fullMoves,
  playVariant: (title: string) => `Play ${title}`,
  learn: 'Learn',
  explore: 'Explore',
  ways: {
    analysis: { title: 'Analysis board', text: 'Try moves, ask the engine, keep studies.' },
    editor: { title: 'Board editor', text: 'Set up any position, play from it.' },
    rankings: { title: 'Rankings', text: 'The 720 orders of Diminuendo Chess.' },
    archive: { title: 'Finished games', text: 'Search them by player or opening.' },
  },
  learnVariant: (title: string) => `Learn it in five minutes: ${title}`,
}

export const create = {
  title: 'New game',
  game: 'Variant',
  ranking: 'Ranking',
  rankings: { kqrnbp: 'Inventor’s ranking', pbnrqk: 'Crescendo: captured pieces grow', qrnbpk: 'King last', own: 'Custom order' },
  rankingOrder: 'Order of the pieces',
  rankingsFailed: 'The rankings did not load.',
  rankingsExplore: 'Explore rankings',
  earlier: (piece: string) => `Move the ${piece} one place earlier`,
  later: (piece: string) => `Move the ${piece} one place later`,
  shuffle: 'Shuffle',
  queenish: 'Queenish kings: also step one square diagonally',
  flexible: 'Flexible pawns: also move, not only capture, diagonally forward',
  pieces,
  opponent: 'Opponent',
  opponents: { engine: 'The computer', friend: 'A friend, by link', anyone: 'Anyone', self: 'Two players, one screen' },
  opponentHelp: {
    engine: 'Starts at once.',
    friend: 'You get a link to send.',
    anyone: 'Listed on the home page.',
    self: 'Or play both colors yourself.',
  },
  level: (n: number) => `Level ${n} of 8`,
  levels: ['', 'first game', 'beginner', 'casual', 'club beginner', 'club player', 'strong', 'very strong', 'full strength'],
  time: 'Time',
  times: { none: 'Unlimited', clock: 'Clock', days: 'Days per move' },
  minutes: 'Minutes per side (0.25–180)',
  increment: 'Increment, seconds (0–180)',
  days: 'Days per move (1–14)',
  color: 'You play',
  colors: { white: 'White', black: 'Black', random: 'Random' },
  casual: 'Allow takebacks',
  position: 'From position',
  from: (color: 'white' | 'black') => `The game starts from this position, ${color === 'white' ? 'White' : 'Black'} to move.`,
  fromStart: 'Use the starting position',
  fen: 'Position (FEN)',
  fenHelp: 'At most 200 characters. Leave empty for the starting position.',
  fenGood: 'Valid position.',
  onBoard: 'Open the board editor',
  start: { engine: 'Play', friend: 'Create link', anyone: 'Create game', self: 'Play' },
  failed: (why: string) => `The game was not created: ${why}`,
  offline: 'the server is unreachable. Check your connection and try again.',
}

export const settings = {
  title: 'Settings',
  name: 'Your name',
  nameHelp: (tag: string) => `1–24 characters. Others see it with your tag #${tag}, which is random. There is no account: a cookie keeps both.`,
  nameSaved: 'Saved.',
  theme: 'Theme',
  themes: { auto: 'System', light: 'Light', dark: 'Dark' },
  preview: 'Preview of the board',
  pieces: 'Pieces',
  pieceSets: { staunton: 'Classic', flat: 'Flat', letters: 'Letters' },
  board: 'Board of',
  looks: { classic: 'Shrink, chess', court: 'Convergent', trio: 'Diminuendo', mist: 'Cheshire Cat' },
  boardColors: (games: string) => `Colors of this board (${games})`,
  boards: { wood: 'Wood', stone: 'Stone', meadow: 'Meadow', lilac: 'Lilac', ocean: 'Ocean', ink: 'Ink' },
  size: 'Board size',
  coordinates: 'Board coordinates',
  zen: 'Zen mode: pages with a board show little else (Z)',
  leaveZen: 'Leave zen mode',
  motion: 'Animation',
  motions: { auto: 'System', slow: 'Slow', normal: 'Normal', fast: 'Fast', none: 'Off' },
  confirm: 'Confirm moves',
  confirms: { never: 'Never', days: 'With days per move', always: 'Always' },
  confirmHelp: 'A second tap on the square confirms a move.',
  queen: 'Promote to a queen without asking; Ctrl, Alt or a long press on the square asks',
  sound: 'Sounds',
  volume: 'Volume',
  shortcuts: 'Keyboard shortcuts: M types a move, F flips the board, Z is zen mode',
}

/** Describes a time control: “5 + 3”, “3 days per move”, “unlimited”. */
export function control(c: Control): string {
  if (c.days) return `${plural(c.days, 'day', 'days')} per move`
  if (!c.base && !c.increment) return 'unlimited'
  const minutes = (c.base ?? 0) / 60000
  const shown = { 0.25: '¼', 0.5: '½', 0.75: '¾', 1.5: '1½' }[minutes] ?? `${Math.round(minutes * 100) / 100}`
  return `${shown} + ${(c.increment ?? 0) / 1000}`
}

/** What a player is, for screen readers and as a hint. */
export const badge = {
  program: 'computer program',
  guest: 'guest',
  tag: 'Guests choose their names. This tag tells guests with the same name apart.',
}

/** Returns the name of a seat's player with the guest's tag, for sentences that introduce the player. */
export const fullName = (s: Game['white']): string => (s.tag ? `${seat(s)} #${s.tag}` : seat(s))

/** Returns the name of a seat's player. */
export function seat(s: Game['white']): string {
  if (s.level) return `Computer, level ${s.level}`
  return s.name === undefined ? (s.taken ? 'Guest' : '…') : isolate(s.name)
}
