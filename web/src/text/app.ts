// What the home page, the dialogs and the rules pages say.
import type { Control, Game } from '../lib/types'
import { plural } from './plural'

export const app = {
  name: 'wane',
  title: 'wane – chess on boards that diminish',
  tagline: 'Chess on boards that diminish',
  intro: 'Four games in which the board itself gets smaller, square by square or line by line. Play a friend, anyone, or the computer. No account needed.',
  skip: 'Skip to the content',
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
  pageFailed: 'This part of the page could not be loaded; the server may be out of reach.',
  again: 'Try again',
  titled: (page: string) => `${page} – wane`,
  notFoundTitle: 'There is nothing here',
  notFound: 'The link may be mistyped. All games begin on the home page.',
  toHome: 'To the home page',
  source: 'Rules, engine and page are free software.',
  manual: 'Manual',
  api: 'API',
}

export const home = {
  games: 'The games',
  orthodoxWhy: 'is here too, to measure by.',
  mine: 'Your games',
  yourTurn: 'your turn',
  theirTurn: 'their turn',
  waiting: 'waiting for an opponent',
  lobby: 'Open games',
  stale: 'What is listed here may be out of date.',
  lobbyEmpty: 'Nobody is waiting just now. Start a game “against anyone” and it will be listed here.',
  join: 'Join',
  yours: 'yours',
  live: 'Being played now',
  liveEmpty: 'No public game is being played just now.',
  finished: 'Just finished',
  finishedEmpty: 'Finished games will be listed here.',
  archive: 'Search all finished games',
  players: (n: number) => plural(n, 'person is here', 'people are here'),
  versus: (a: string, b: string) => `${a} – ${b}`,
  moves: (n: number) => plural(n, 'move', 'moves'),
  playVariant: (title: string) => `Play ${title}`,
  learn: 'Learn it in five minutes',
  learnVariant: (title: string) => `Learn it in five minutes: ${title}`,
}

export const create = {
  title: 'New game',
  game: 'Game',
  ranking: 'Ranking',
  rankings: { kqrnbp: 'Diminuendo: the inventor’s', pbnrqk: 'Crescendo: captured men grow', qrnbpk: 'The king comes last', own: 'Another order' },
  rankingOrder: 'The order in which men change',
  rankingsFailed: 'The rankings could not be fetched.',
  rankingsExplore: 'What each ranking does',
  earlier: (piece: string) => `Move the ${piece} one place earlier`,
  later: (piece: string) => `Move the ${piece} one place later`,
  shuffle: 'Any order',
  queenish: 'Queenish kings: they also step diagonally like a bishop, one cell',
  flexible: 'Flexible pawns: they also move, not only capture, sideways-forward',
  men: { k: 'king', q: 'queen', r: 'rook', b: 'bishop', n: 'knight', p: 'pawn' } as Record<string, string>,
  opponent: 'Opponent',
  opponents: { engine: 'The computer', friend: 'A friend, by link', anyone: 'Anyone', self: 'Both sides here' },
  opponentHelp: {
    engine: 'Starts at once.',
    friend: 'You get a link to send.',
    anyone: 'Your game is offered on the home page.',
    self: 'Two people at one screen, or you alone.',
  },
  level: 'Level',
  levels: ['', 'a first game', 'beginner', 'casual', 'club beginner', 'club player', 'strong', 'very strong', 'as strong as it can in a few seconds'],
  time: 'Time',
  times: { none: 'No limit', clock: 'Clock', days: 'Days for each move' },
  minutes: 'Minutes each',
  increment: 'Seconds added a move',
  days: 'Days for each move',
  side: 'You play',
  sides: { white: 'White', black: 'Black', random: 'By chance' },
  casual: 'Moves may be taken back',
  position: 'Start from another position',
  from: (side: 'white' | 'black') => `The game begins from this position, with ${side === 'white' ? 'White' : 'Black'} to move.`,
  fromStart: 'Begin at the usual start instead',
  fen: 'Position (FEN)',
  fenHelp: 'Leave it empty to begin at the start.',
  fenGood: 'A game can begin here.',
  onBoard: 'Set it up on a board',
  start: { engine: 'Play', friend: 'Make the link', anyone: 'Offer the game', self: 'Play' },
  failed: (why: string) => `The game could not be made: ${why}`,
  offline: 'the server cannot be reached. Check your connection and try again.',
}

export const settings = {
  title: 'Settings',
  name: 'Your name',
  nameHelp: 'Opponents see it. It is kept in a cookie, there is no account.',
  nameSaved: 'Saved.',
  theme: 'Colours',
  themes: { auto: 'As the system', light: 'Light', dark: 'Dark' },
  motion: 'Movement',
  motions: { auto: 'As the system', full: 'Show how the board changes', none: 'None' },
  sound: 'Sounds',
  coordinates: 'Coordinates on the board',
  confirm: 'Confirm each move with a second tap',
  shortcuts: 'In a game, the key M goes to the field for typed moves, and F turns the board',
}

/** A time control in a few words: “5 + 3”, “3 days a move”, “no limit”. */
export function control(c: Control): string {
  if (c.days) return `${plural(c.days, 'day', 'days')} a move`
  if (!c.base && !c.increment) return 'no limit'
  const minutes = (c.base ?? 0) / 60000
  const shown = { 0.25: '¼', 0.5: '½', 0.75: '¾', 1.5: '1½' }[minutes] ?? `${Math.round(minutes * 100) / 100}`
  return `${shown} + ${(c.increment ?? 0) / 1000}`
}

/** Who sits on a seat. */
export function seat(s: Game['white']): string {
  if (s.level) return `Computer, level ${s.level}`
  return s.name ?? (s.taken ? 'Guest' : '…')
}

/** How a finished game ended: “White wins: checkmate”. */
export function ending(g: { result?: string; reason?: string }): string {
  const who = { '1-0': 'White wins', '0-1': 'Black wins', '1/2-1/2': 'Draw', '*': 'No result' }[g.result ?? ''] ?? ''
  return g.reason ? `${who}: ${g.reason}` : who
}
