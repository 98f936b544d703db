// Texts of the page of rankings.
import { pieces } from '../ui/text'

const places = ['first', 'second', 'third', 'fourth', 'fifth', 'last']

export const rankings = {
  title: 'The 720 rankings of Diminuendo Chess',
  intro:
    'A captured piece returns on the square z in the middle as the next piece type of the ranking; so does a piece that moves to z. Each order of the six piece types is a variant of its own. Choose an order to see what each piece becomes.',
  lesson: 'New here? Learn the game in five steps',

  ladder: 'The ranking',
  ladderHelp: 'Drag the pieces, use the arrow buttons, or focus a piece and press the arrow keys.',
  grip: (piece: string, place: number) =>
    `${pieces[piece]}, ${places[place]} of six. Drag it, or move it with the arrow keys.`,
  earlier: (piece: string) => `Move the ${pieces[piece]} one place up`,
  later: (piece: string) => `Move the ${pieces[piece]} one place down`,
  placed: (piece: string, place: number) => `The ${pieces[piece]} is ${places[place]} now.`,
  onZ: 'can stand on z',
  royal: 'royal',
  count: (start: number, most: number) =>
    most > start ? `${start} at the start, in theory up to ${most}` : `${start} at the start`,

  options: 'Options',
  queenish: 'Queenish kings: they also step diagonally, one square',
  flexible: 'Flexible pawns: they also move, not only capture, diagonally forward',
  presets: 'Other rankings',
  inventors: 'Diminuendo, the inventor’s',
  crescendo: 'Crescendo, the reverse',
  random: 'Random ranking',

  typed: 'Ranking or identifier',
  typedHelp: 'Six letters such as PBNRQK, or an identifier such as diminuendo:pbnrqk+qk.',
  show: 'Show',
  identifier: 'Identifier',

  kings: 'Royal pieces',
  special: 'Features',
  related: 'Related rankings',
  reverse: 'Reversed',
  circle: 'Same cycle, another start',
  to: (order: string) => `${order.toUpperCase()}: ${[...order].map((m) => pieces[m]).join(', ')}`,

  play: 'Play this ranking',
  study: 'Analyze',
  edit: 'Board editor',
  start: 'Every ranking has the same starting position.',

  board: 'Board',
  tried: 'Try it',
  boards: { trial: 'Captures to try', start: 'Starting position' },
  boardText: {
    trial: '<p>Either side can capture five pieces, each with another piece. See what drops on <code>z</code>.</p>',
    start: '<p>The starting position. Play moves for both sides.</p>',
  },

  finder: 'Find a ranking',
  search: 'Search',
  searchHelp: 'Conditions, separated by commas: king first, queen becomes pawn. Or consecutive letters: QRN.',
  suggestions: 'Popular searches',
  chips: [
    'king first',
    'king last',
    'king can stand on z',
    'queen can stand on z',
    'pawn first',
    'pawn last',
    'pawn becomes queen',
    'queen becomes pawn',
    'diminuendo',
    'crescendo',
  ],
  found: (n: number, of: number) =>
    n === of ? `All ${of} rankings` : n === 1 ? '1 ranking' : `${n} of ${of} rankings`,
  none: 'No rankings found.',
  unknown: (terms: string[]) =>
    `Unknown condition: ${terms.map((t) => `“${t}”`).join(' or ')}. Try king first, pawn becomes rook, queen leaves the board.`,
  more: (n: number) => `Show ${n} more`,
  clear: 'Clear',

  loading: 'Loading rankings …',
  failed: (why: string) => `The rankings did not load: ${why}`,
  wrong: (why: string) => `${why} Showing the inventor’s ranking.`,
}
