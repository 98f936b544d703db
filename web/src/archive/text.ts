// Texts of the archive and the opening explorer.
import type { Game, Source, Tally } from '../net/types'
import { control } from '../ui/player.text'
import { day, ended, fullMoves, plural, steps } from '../ui/text'

export const archive = {
  title: 'Finished games',
  intro: 'All finished public games on this server, and your own.',
  filter: 'Search games',
  game: 'Variant',
  anyGame: 'Any variant',
  anyRanking: (title: string) => `${title}: any ranking`,
  ranking: (title: string, name: string) => `${title}: ${name}`,
  mine: 'Only my games',
  player: 'Player',
  opponentName: 'Opponent',
  playerHelp: 'start of the name',
  color: 'Color',
  myColor: 'My color',
  colors: { '': 'Either', white: 'White', black: 'Black' },
  ending: 'Result',
  endings: { '': 'Any', white: 'White won', black: 'Black won', draw: 'Draw' },
  myEndings: { won: 'I won', lost: 'I lost' },
  theirEndings: { won: 'The player won', lost: 'The player lost' },
  more: 'More filters',
  set: (n: number) => `(${plural(n, 'filter', 'filters')})`,
  kind: 'Played by',
  kinds: { '': 'Anyone', human: 'Two players', engine: 'Player and computer', self: 'One player, both sides' },
  level: 'Level',
  anyLevel: 'Any',
  least: 'Minimum moves (0–5,000)',
  most: 'Maximum moves (1–5,000)',
  opening: 'Opening moves',
  openingHelp: 'the first moves, as lists show them',
  openingWhich: 'Choose a variant first.',
  from: 'From date',
  to: 'To date',
  search: 'Search',
  clear: 'Clear filters',
  loading: 'Searching …',
  none: 'No games found.',
  noneYet: 'No finished games yet.',
  noneMine: 'You have no finished games yet.',
  failed: (why: string) => `Search failed: ${why}`,
  next: 'Show more games',
  shown: (n: number, all: boolean) =>
    all ? `${plural(n, 'game', 'games')}.` : `The latest ${plural(n, 'game', 'games')}.`,
  results: 'Games',
  openings: (title: string) => `Openings of ${title}`,
  start: 'Play moves to filter the games by their opening.',
  /** Names the position after moves: “Position after 2… Nc6”. */
  position: (sans: string[]) =>
    sans.length
      ? `Position after ${Math.ceil(sans.length / 2)}${sans.length % 2 ? '.' : '…'} ${sans.at(-1)}`
      : 'Starting position',
  /** Numbers the moves: “1. e4 e5 2. Nf3”. */
  line: (sans: string[]) => sans.map((san, i) => (i % 2 ? san : `${i / 2 + 1}. ${san}`)).join(' '),
  back: steps.back,
  analyze: 'Analyze',
  you: 'you',
  private: 'private',
  facts: (g: Game) =>
    [fullMoves(g.ply), control(g.control), g.custom ? 'custom position' : ''].filter(Boolean).join(' · '),
  day,
  score: (g: Game) => ({ '1-0': ['1', '0'], '0-1': ['0', '1'], '1/2-1/2': ['½', '½'] })[g.result ?? ''] ?? ['', ''],
  ended,
}

export const download = {
  label: 'Download these games (PGN)',
  all: 'Download all games (PGN)',
  mine: 'Download my games (PGN)',
  help: 'At most 10,000 at a time.',
  running: (bytes: number) => `Downloading … ${(bytes / 1e6).toFixed(1)} MB`,
  stop: 'Stop',
  done: (games: number) => `${plural(games, 'game was', 'games were')} downloaded.`,
  stopped: 'Download stopped.',
  failed: (why: string) => `Download failed: ${why}`,
  broken: 'the connection broke. Nothing was saved; try again.',
  file: 'wane-games.pgn',
}

export const explorer = {
  title: 'Openings',
  source: 'Games',
  sources: { all: 'All', server: 'This server', engine: 'Engine games' } as Record<Source, string>,
  sourceHelp: {
    all: 'Games on this server, and engine games.',
    server: 'Public games on this server.',
    engine: 'Self-play games of the engine that come with wane.',
  } as Record<Source, string>,
  moves: 'Moves in this position',
  move: 'Move',
  score: 'Eval',
  scoreHelp: 'Evaluation for White by long searches of the engine, in the first moves',
  guide: 'Ten openings of each variant, explained',
  games: 'Games',
  results: (flipped: boolean): string =>
    flipped ? 'Black won · draw · White won, in %' : 'White won · draw · Black won, in %',
  play: (san: string) => `Play ${san}`,
  share: (t: Tally) =>
    `White won ${percent(t.white, t.games)}, drawn ${percent(t.draws, t.games)}, Black won ${percent(t.black, t.games)}`,
  percent,
  length: (t: Tally) => `on average ${fullMoves(t.plies)} long`,
  here: (n: number) => `${n.toLocaleString('en')} here`,
  total: 'All',
  ended: (n: number) => `${plural(n, 'game', 'games')} ended in this position.`,
  none: 'No games with this position.',
  noneOf: {
    all: '',
    server: 'No games on this server with this position.',
    engine: 'No engine games with this position.',
  } as Record<Source, string>,
  depth: (n: number) => `Counts the first ${n} plies of each game.`,
  recent: 'Recent games',
  failed: (why: string) => `The openings did not load: ${why}`,
}

function percent(n: number, of: number): string {
  return of ? `${Math.round((100 * n) / of)} %` : ''
}
