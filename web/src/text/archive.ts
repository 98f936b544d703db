// What the pages of finished games and the opening explorer say.
import type { Game } from '../lib/types'
import type { Source, Tally } from '../archive/types'
import { control, ending, seat } from './app'
import { plural } from './plural'

/** A day in words, as the person's system writes it. */
const day = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' })

export const archive = {
  title: 'Finished games',
  intro: 'Every public game that was played here to a result, and all of your own.',
  filter: 'What to look for',
  game: 'Game',
  anyGame: 'Any game',
  anyRanking: (title: string) => `${title}: any ranking`,
  ranking: (title: string, name: string) => `${title}: ${name}`,
  mine: 'Only my games',
  player: 'Player',
  opponentName: 'Opponent',
  playerHelp: 'how the name begins',
  colour: 'Colour',
  myColour: 'My colour',
  colours: { '': 'Either', white: 'White', black: 'Black' },
  ending: 'Result',
  endings: { '': 'Any', white: 'White won', black: 'Black won', draw: 'Draw' },
  myEndings: { won: 'I won', lost: 'I lost' },
  theirEndings: { won: 'The player won', lost: 'The player lost' },
  more: 'More to look for',
  set: (n: number) => `(${plural(n, 'field is', 'fields are')} filled in)`,
  kind: 'Played by',
  kinds: { '': 'Anybody', human: 'Two people', engine: 'A person and the computer', self: 'One person, both sides' },
  level: 'Level',
  anyLevel: 'Any',
  least: 'Moves, at least',
  most: 'Moves, at most',
  opening: 'Opening moves',
  openingHelp: 'such as e4 e5 Nf3',
  openingWhich: 'Choose one game first.',
  from: 'Ended from',
  to: 'Ended until',
  search: 'Search',
  clear: 'Look for all',
  loading: 'Looking for games …',
  none: 'No finished game is like that.',
  noneYet: 'No game has been finished yet.',
  noneMine: 'You have not finished a game yet.',
  play: 'Play one',
  failed: (why: string) => `The games could not be looked up: ${why}`,
  offline: 'the server cannot be reached.',
  again: 'Try again',
  next: 'Show more games',
  shown: (n: number, all: boolean) => (all ? `${plural(n, 'game', 'games')}.` : `The latest ${plural(n, 'game', 'games')}; there are more.`),
  results: 'Games',
  openings: (title: string) => `Openings of ${title}`,
  start: 'Choose a move to see the games that began with it.',
  position: (plies: number) => (plies ? `The position after ${plural(plies, 'move', 'moves')}` : 'The position at the start'),
  /** “1. e4 e5 2. Nf3”: moves with their numbers. */
  line: (sans: string[]) => sans.map((san, i) => (i % 2 ? san : `${i / 2 + 1}. ${san}`)).join(' '),
  back: 'One move back',
  analyse: 'Analyse',
  you: 'you',
  private: 'seen by its players only',
  facts: (g: Game) =>
    [plural(Math.ceil(g.ply / 2), 'move', 'moves'), control(g.control), g.custom ? 'from a position of its own' : ''].filter(Boolean).join(' · '),
  day: (ms: number) => day.format(new Date(ms)),
  score: (g: Game) => ({ '1-0': ['1', '0'], '0-1': ['0', '1'], '1/2-1/2': ['½', '½'] })[g.result ?? ''] ?? ['', ''],
  seat,
  ended: ending,
}

export const download = {
  label: 'Download these games (PGN)',
  all: 'Download all games (PGN)',
  mine: 'Download my games (PGN)',
  help: 'At most 10,000 at a time.',
  running: (bytes: number) => `Downloading … ${(bytes / 1e6).toFixed(1)} MB`,
  stop: 'Stop',
  done: (games: number) => `${plural(games, 'game was', 'games were')} downloaded.`,
  stopped: 'The download was stopped.',
  failed: (why: string) => `The download failed: ${why}`,
  broken: 'the connection broke. Nothing was kept; try again.',
  file: 'wane-games.pgn',
}

export const explorer = {
  title: 'Openings',
  source: 'Whose games',
  sources: { all: 'All', server: 'Played here', engine: 'Engine games' } as Record<Source, string>,
  sourceHelp: {
    all: 'Games played here, and games of the engine with itself.',
    server: 'Public games that were played on this server.',
    engine: 'Games of the engine with itself that come with wane.',
  } as Record<Source, string>,
  loading: 'Counting …',
  moves: 'What was played here',
  move: 'Move',
  games: 'Games',
  results: 'White won · draw · Black won, in %',
  play: (san: string) => `Play ${san}`,
  share: (t: Tally) => `White won ${percent(t.white, t.games)}, drawn ${percent(t.draws, t.games)}, Black won ${percent(t.black, t.games)}`,
  percent,
  length: (t: Tally) => `on average ${plural(Math.round(t.plies / 2), 'move', 'moves')} long`,
  here: (n: number) => `${n.toLocaleString('en')} here`,
  total: 'All',
  ended: (n: number) => `${plural(n, 'game', 'games')} ended in this position.`,
  none: 'No game has come to this position.',
  noneOf: {
    all: '',
    server: 'No game that was played here has come to this position.',
    engine: 'No game of the engine with itself has come to this position.',
  } as Record<Source, string>,
  depth: (n: number) => `Of each game the first ${n} plies are counted.`,
  recent: 'Last played here',
  failed: (why: string) => `The openings could not be looked up: ${why}`,
  again: 'Try again',
}

function percent(n: number, of: number): string {
  return of ? `${Math.round((100 * n) / of)} %` : ''
}
