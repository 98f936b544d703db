// Texts of tournaments.
import type { System, TieBreak, Tournament, TournamentScore } from './types'
import { isolate, plural } from '../ui/text'

const ordinals = new Intl.PluralRules('en', { type: 'ordinal' })
const endings: Record<string, string> = { one: 'st', two: 'nd', few: 'rd', other: 'th' }
const relative = new Intl.RelativeTimeFormat('en', { numeric: 'always' })
const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' })
const date = new Intl.DateTimeFormat('en-GB', { weekday: 'short', day: 'numeric', month: 'short' })

/** Returns a place: “1st”, “22nd”. */
export const ordinal = (rank: number): string => `${rank}${endings[ordinals.select(rank)]}`

/** Returns points or a tie-break as people write them: “3”, “2½”, “10.25”. */
export function figure(n: number): string {
  const whole = Math.floor(n)
  if (n === whole) return n.toLocaleString('en')
  return n - whole === 0.5 ? `${whole || ''}½` : n.toLocaleString('en', { maximumFractionDigits: 2 })
}

export const points = (n: number): string => `${figure(n)} ${n === 1 || n === 0.5 ? 'point' : 'points'}`

/** Times: at is in ms since 1970, left is a number of ms. */
export const when = {
  time: (at: number) => clock.format(at),
  date: (at: number) => date.format(at),
  both: (at: number) => `${date.format(at)}, ${clock.format(at)}`,
  soon: (left: number) => {
    if (left < 60_000) return 'in less than a minute'
    if (left < 90 * 60_000) return relative.format(Math.round(left / 60_000), 'minute')
    if (left < 36 * 3_600_000) return relative.format(Math.round(left / 3_600_000), 'hour')
    return relative.format(Math.round(left / 86_400_000), 'day')
  },
  long: (ms: number) => {
    if (ms < 60_000) return plural(Math.round(ms / 1000), 'second', 'seconds')
    if (ms < 120 * 60_000) return plural(Math.round(ms / 60_000), 'minute', 'minutes')
    if (ms < 48 * 3_600_000) return plural(Math.round(ms / 3_600_000), 'hour', 'hours')
    return plural(Math.round(ms / 86_400_000), 'day', 'days')
  },
}

export const systems: Record<System, string> = { arena: 'Arena', swiss: 'Swiss', 'round-robin': 'Round robin' }

export const hub = {
  title: 'Tournaments',
  intro:
    'Arenas, Swiss tournaments and round robins, in every variant. Anyone with an account can play. You can create private ones with a password at once, and public ones when your account is a day old.',
  create: 'Create a tournament',
  signIn: 'Sign in to create a tournament',
  game: 'Variant',
  all: 'All variants',
  yours: 'Your tournaments',
  started: 'Running now',
  today: 'Today',
  later: 'Later',
  finished: 'Finished',
  noneStarted: 'No tournament is running.',
  noneCreated: 'No tournament is planned.',
  noneFinished: 'No tournament has ended yet.',
  none: 'There are no tournaments of this game. Create one, or look at all games.',
  failed: 'The tournaments did not load. The server may be unreachable.',
  stale: 'No connection: this list may be out of date.',
  players: (n: number) => plural(n, 'player', 'players'),
  winner: (name: string) => `won by ${isolate(name)}`,
  noWinner: 'without games',
  canceled: 'canceled',
  left: (ms: number) => `${when.long(ms)} left`,
  round: (n: number, of: number) => (of ? `round ${n} of ${of}` : `round ${n}`),
  starts: (ms: number) => (ms > 0 ? `starts ${when.soon(ms)}` : 'starts now'),
  minutes: (n: number) => plural(n, 'minute', 'minutes'),
  rounds: (n: number) => plural(n, 'round', 'rounds'),
  rated: 'rated',
  casual: 'casual',
  private: 'private',
  next: 'Tournaments',
}

export const page = {
  missing: 'Tournament not found',
  missingWhy: 'Check the link. A private tournament is shown to those who have its link.',
  failed: 'The tournament did not load. The server may be unreachable.',
  stale: 'No connection: what you see may be out of date. Trying again …',
  all: 'All tournaments',
  by: 'by',
  players: (n: number, limit: number) => `${plural(n, 'player', 'players')}${limit && n >= limit ? ', full' : ''}`,
  rated: 'rated',
  casual: 'casual',
  private: 'private: a password is needed',
  bots: 'bots may play',
  apart: 'games of one address do not count',
  berserk: 'berserk allowed',
  noBerserk: 'no berserk',
  twice: 'two games with each opponent',
  pause: (seconds: number) => `${when.long(seconds * 1000)} between rounds`,
  range: (min: number, max: number) =>
    min && max ? `ratings ${min}–${max}` : min ? `rating ${min} or more` : `rating ${max} or less`,
  startsIn: 'Starts in',
  endsIn: 'Time left',
  nextRoundIn: (n: number) => `Round ${n} in`,
  round: (n: number, of: number) => (of ? `Round ${n} of ${of}` : `Round ${n}`),
  running: 'Running',
  finished: (at: number) => `Finished on ${when.both(at)}`,
  canceled: 'Canceled',
  canceledWhy: (why: string) => `Canceled: ${why}`,
  podium: 'Podium',
  live: 'Games of the leaders',
  liveLabel: (white: string, black: string) => `${isolate(white)} – ${isolate(black)}`,
  share: 'Share',
  pgn: 'All games (PGN)',
  results: 'Results (JSON)',
  card: 'Picture',
  cardOf: (name: string) => `Picture of ${isolate(name)}`,
  counts: (c: { games: number; white: number; black: number; draws: number; berserk: number }, berserk: boolean) =>
    [
      plural(c.games, 'game', 'games'),
      `White won ${c.white}`,
      `Black won ${c.black}`,
      plural(c.draws, 'draw', 'draws'),
      ...(berserk ? [`${c.berserk} × berserk`] : []),
    ].join(' · '),
  playing: (n: number) => plural(n, 'game is being played', 'games are being played'),
}

/** What the user's own part of the page says. */
export const own = {
  label: 'You in this tournament',
  guest: 'Only players with an account can play.',
  join: 'Join',
  rest: 'Pause',
  back: 'Come back',
  leave: 'Withdraw',
  cancel: 'Cancel the tournament',
  cancelAsk: 'Cancel this tournament for everybody?',
  cancelYes: 'Cancel it',
  cancelNo: 'Keep it',
  go: 'Go to your game',
  goTo: (n: number) => `Game ${n}`,
  allGames: 'All your games',
  password: 'Tournament password',
  passwordTitle: 'Join a private tournament',
  may: 'You can join.',
  mayLate: 'It is running, and you can still join.',
  in: (left: number) => (left > 0 ? `You are in. It starts ${when.soon(left)}.` : 'You are in. It is about to start.'),
  out: 'You are not in this tournament.',
  place: (rank: number, score: number) => `You are ${ordinal(rank)} with ${points(score)}.`,
  placed: (rank: number, score: number) => `You finished ${ordinal(rank)} with ${points(score)}.`,
  waiting: 'You will be paired in a moment.',
  alone: 'No other player is free now. You are paired as soon as one is.',
  without: (name: string) => `${isolate(name)} goes on without you: you are not paired here.`,
  return: 'Back to the arena',
  stay: 'Stay on this page: your game opens by itself.',
  front: 'You are paired while this page is in front. Your game opens by itself.',
  game: 'Your game has started.',
  nextGame: 'Your next game has started',
  ready: (seconds: number) => (seconds ? `Next game (${seconds} s)` : 'Next game'),
  noMore: 'No more games are paired: the time is nearly over.',
  games: (n: number) => plural(n, 'of your games is being played.', 'of your games are being played.'),
  resting: 'You have paused. You get no games until you come back.',
  left: 'You are not paired: you withdrew or missed a game. Come back to play on.',
  round: (n: number, left: number) =>
    left > 0 ? `Round ${n} is paired ${when.soon(left)}.` : `Round ${n} is about to be paired.`,
  roundLater: 'The next round is paired when all games of this one have ended.',
  lastRound: 'This is the last round.',
  ended: 'All your games have ended.',
}

/** What is announced to screen readers. */
export const news = {
  paired: (round: number) => `Round ${round} is paired.`,
  rank: (rank: number, of: number) => `You are now ${ordinal(rank)} of ${of}.`,
  started: 'The tournament has started.',
  finished: 'The tournament has ended.',
  canceled: 'The tournament was canceled.',
}

export const standings = {
  title: 'Standings',
  tabs: 'Parts of the tournament',
  rank: 'Place',
  player: 'Player',
  sheet: 'Results',
  score: 'Points',
  empty: 'No players yet.',
  mine: 'My place',
  first: 'First page',
  back: 'Previous page',
  forward: 'Next page',
  last: 'Last page',
  shown: (from: number, to: number, of: number) => `${from}–${to} of ${of}`,
  you: 'you',
  out: 'paused',
  away: 'away',
  gone: 'withdrawn',
  fire: 'the next game counts double',
  playing: 'is playing',
  deleted: 'deleted account',
  number: (n: number) => `Player ${n}`,
  open: (name: string) => `Games of ${isolate(name)}`,
  legend: 'Legend',
  kinds: {
    playing: 'is being played',
    win: 'win',
    draw: 'draw',
    loss: 'loss',
    'forfeit-win': 'win without a game',
    'forfeit-loss': 'loss without a game',
    bye: 'bye, a whole point',
    'half-bye': 'half a point without a game',
    absent: 'not paired',
    void: 'does not count',
  } satisfies Record<TournamentScore['kind'], string>,
  double: 'double points',
  berserk: 'berserk',
  unplayed: 'dashed: without a game',
  ties: 'Tie-breaks',
}

export const tieBreaks: Record<TieBreak, { short: string; name: string; text: string }> = {
  performance: {
    short: 'Perf',
    name: 'Performance',
    text: 'the average of the ratings at which the results would be expected',
  },
  'buchholz-cut-1': { short: 'BH-1', name: 'Buchholz cut 1', text: 'the points of all opponents, without the lowest' },
  buchholz: { short: 'BH', name: 'Buchholz', text: 'the points of all opponents' },
  'sonneborn-berger': {
    short: 'SB',
    name: 'Sonneborn-Berger',
    text: 'the points of beaten opponents, and half of those with whom you drew',
  },
  wins: { short: 'Wins', name: 'Wins', text: 'games won' },
  'direct-encounter': {
    short: 'DE',
    name: 'Direct encounter',
    text: 'points in the games among players who are equal',
  },
}

export const rounds = {
  title: 'Rounds',
  round: 'Round',
  of: (n: number) => `Round ${n}`,
  pairings: (n: number) => `Pairings of round ${n}`,
  board: 'Board',
  white: 'White',
  black: 'Black',
  result: 'Result',
  playing: 'playing',
  viewOf: (white: string, black: string) => `View the game ${isolate(white)} – ${isolate(black)}`,
  byes: 'Bye (one point):',
  none: 'No round has been paired yet.',
  table: 'Crosstable',
  tableCaption: 'Results of each player against each other',
  opponent: (n: number) => `against number ${n}`,
}

export const sheet = {
  failed: 'The results did not load.',
  none: 'No games yet.',
  profile: 'Profile',
  opponent: 'Opponent',
  game: 'Game',
  result: 'Result',
  noOpponent: 'no opponent',
  color: { white: 'White', black: 'Black' },
  oneAddress: 'one address',
  summary: (games: number, wins: number, berserk: number) =>
    [plural(games, 'game', 'games'), plural(wins, 'win', 'wins'), ...(berserk ? [`${berserk} × berserk`] : [])].join(
      ' · ',
    ),
}

export const replay = {
  title: 'Replay',
  label: 'Standings as they were',
  at: (at: number, days: boolean) => (days ? `Standings on ${when.both(at)}` : `Standings at ${when.time(at)}`),
  end: 'Final standings',
  play: 'Play',
  pause: 'Pause',
  failed: 'The standings of that time did not load.',
}

/** The rules of a system in short. */
export const rules: Record<System, { title: string; points: string[] }> = {
  arena: {
    title: 'How an arena works',
    points: [
      'You are paired again and again until the time is over. You can join, pause and come back whenever you like.',
      'A win is worth 2 points, a draw 1, a loss 0.',
      'After two wins in a row the points are doubled, 4 for a win and 2 for a draw, until you do not win a game.',
      'Berserk: before your first move you give up half of your time and the increment. A win then brings one point more, if you have made at least 7 moves.',
      'A draw before both have made 10 moves brings nothing. Of several draws in a row only the first counts, unless a game has 30 moves or more.',
      'If you make no first move in time, you lose the game and are paused until you come back.',
      'Games that still run at the end bring no points.',
      'With equal points, the average performance decides.',
    ],
  },
  swiss: {
    title: 'How a Swiss tournament works',
    points: [
      'In each round you meet someone with about as many points, and no one twice. Pairings follow FIDE’s Dutch system.',
      'A win is worth 1 point, a draw ½, a loss 0.',
      'If the number of players is odd, one has a bye, which is a whole point.',
      'Players who join late get half a point for one missed round, and nothing for the others.',
      'With equal points, Buchholz cut 1 decides, then Buchholz, Sonneborn-Berger and the games among those who are equal. After that a place is shared.',
    ],
  },
  'round-robin': {
    title: 'How a round robin works',
    points: [
      'Everybody plays everybody. All games start together and are played side by side, with days for each move.',
      'A win is worth 1 point, a draw ½, a loss 0.',
      'With equal points, Sonneborn-Berger decides, then the number of wins, then the games among those who are equal. After that a place is shared.',
    ],
  },
}

export const form = {
  title: 'New tournament',
  system: 'System',
  about: {
    arena: 'For a set time everybody plays as many games as they can, and joins or rests at any time.',
    swiss: 'A set number of rounds: in each you meet someone with about as many points.',
    'round-robin': 'By correspondence: everybody plays everybody, and all games start together.',
  } satisfies Record<System, string>,
  name: 'Name',
  nameHelp: (name: string) => `Without a name: “${name}”.`,
  named: (title: string, system: System) =>
    `${title} ${{ arena: 'Arena', swiss: 'Swiss', 'round-robin': 'Round Robin' }[system]}`,
  game: 'Variant',
  time: 'Time for each game',
  days: 'Days per move (1–14)',
  rated: 'Rated',
  ratedHelp: 'The games change ratings.',
  start: 'Start',
  in: (minutes: number) => `In ${plural(minutes, 'minute', 'minutes')}`,
  inHour: 'In an hour',
  inDays: (n: number) => `In ${plural(n, 'day', 'days')}`,
  atTime: 'Date and time',
  at: 'Date and time of the start',
  duration: 'Duration',
  rounds: 'Rounds (3–20)',
  pause: 'Pause between rounds',
  double: 'Everybody plays everybody twice, with both colors',
  more: 'More conditions',
  berserk: 'Berserk: players may halve their time; a win after at least 7 moves then brings an extra point',
  bots: 'Bots may play',
  apart: 'Games between players on the same network do not count',
  range: 'Ratings of the players',
  ratingMin: 'at least',
  ratingMax: 'at most',
  password: 'Password',
  passwordHelp: 'With a password the tournament is private: it is not listed, and players need the password to join.',
  description: 'Description',
  descriptionHelp: (left: number) => `${plural(left, 'character', 'characters')} left`,
  submit: 'Create',
  guest: 'Only players with an account can create tournaments.',
  failed: (why: string) => `The tournament was not created. ${why}`,
  check: 'Please check the marked fields.',
  errors: {
    name: 'The name needs 2 to 40 characters.',
    minutes: 'Minutes per side: 0.25 to 180.',
    increment: 'Increment: 0 to 180 whole seconds.',
    none: 'A game needs time: more than 0 minutes, or an increment.',
    days: 'Days per move: 1 to 14, whole days.',
    rounds: 'Rounds: 3 to 20.',
    starts: 'Choose a date and a time.',
    past: 'The start must be at least a minute from now.',
    far: 'The start must be within 60 days.',
    rating: 'Ratings are whole numbers from 0 to 4000.',
    range: 'The highest rating must not be below the lowest.',
  },
}

/** Describes a tournament in a list. */
export const facts = (
  t: Pick<Tournament, 'system' | 'title' | 'rated' | 'minutes' | 'rounds' | 'private'>,
  control: string,
): string =>
  [
    systems[t.system],
    t.title,
    control,
    t.minutes ? hub.minutes(t.minutes) : t.rounds && t.system === 'swiss' ? hub.rounds(t.rounds) : '',
    t.rated ? hub.rated : hub.casual,
    t.private ? hub.private : '',
  ]
    .filter(Boolean)
    .join(' · ')
