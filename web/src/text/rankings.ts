// What the page says that tells of the rankings of Diminuendo Chess.

const pieces: Record<string, string> = { k: 'king', q: 'queen', r: 'rook', b: 'bishop', n: 'knight', p: 'pawn' }
const places = ['first', 'second', 'third', 'fourth', 'fifth', 'last']

export const rankings = {
  title: 'The 720 rankings of Diminuendo Chess',
  intro:
    'Whoever is captured comes back on the cell z in the middle, as the next man of the ranking; so does a man who goes to z himself. Each order of the six men makes a game of its own. Put them in an order, and see what becomes of whom.',
  lesson: 'New here? Learn the game in five steps',
  rules: 'All the rules',
  men: pieces,
  spoken: (order: string) => [...order].map((m) => pieces[m]).join(', '),
  letters: (order: string) => [...order.toUpperCase()].join(' '),

  ladder: 'The ranking',
  ladderHelp: 'Drag the men, use the arrows beside them, or choose a man and press the arrow keys.',
  grip: (piece: string, place: number) => `${pieces[piece]}, ${places[place]} of six. Drag him, or move him with the arrow keys.`,
  earlier: (piece: string) => `Move the ${pieces[piece]} one place up`,
  later: (piece: string) => `Move the ${pieces[piece]} one place down`,
  placed: (piece: string, place: number) => `The ${pieces[piece]} is ${places[place]} now.`,
  onZ: 'can stand on z',
  royal: 'royal',
  count: (start: number, most: number) => (most > start ? `${start} at the start, in theory up to ${most}` : `${start} at the start`),

  options: 'Options',
  queenish: 'Queenish kings: they also step diagonally, one step like a bishop’s',
  flexible: 'Flexible pawns: they also move, not only capture, slanting ahead',
  presets: 'Other rankings',
  inventors: 'Diminuendo, the inventor’s',
  crescendo: 'Crescendo, his ranking backwards',
  random: 'Any ranking, by chance',

  typed: 'Ranking or identifier',
  typedHelp: 'Six letters such as PBNRQK, or an identifier such as diminuendo:pbnrqk+qk.',
  show: 'Show',
  identifier: 'Identifier',

  kings: 'Who is royal',
  special: 'What is special',
  kin: 'Its kin',
  reverse: 'Backwards',
  circle: 'The same circle of men, begun elsewhere',
  to: (order: string) => `${order.toUpperCase()}: ${[...order].map((m) => pieces[m]).join(', ')}`,

  act: 'Play it',
  play: 'Play this ranking',
  study: 'Analyse',
  edit: 'Set up a position',
  read: 'Its rules',
  start: 'The start is the same in every ranking.',

  board: 'Board',
  tried: 'Try it',
  boards: { trial: 'Captures to try', start: 'The start' },
  boardText: {
    trial: '<p>Either side can take each of the five men who can be taken, each with another one. See what drops on <code>z</code>.</p>',
    start: '<p>The start of the game. Play both sides as you like.</p>',
  },

  finder: 'Find a ranking',
  search: 'Look for',
  searchHelp: 'What should be true of it, with commas between: king first, queen becomes pawn. Or letters that follow each other: QRN.',
  suggestions: 'Often looked for',
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
  found: (n: number, of: number) => (n === of ? `All ${of} rankings` : n === 1 ? '1 ranking' : `${n} of ${of} rankings`),
  none: 'No ranking has all of that at once.',
  unknown: (terms: string[]) => `Nothing is called ${terms.map((t) => `“${t}”`).join(' or ')}. Try king first, pawn becomes rook, queen leaves the board.`,
  more: (n: number) => `Show ${n} more`,
  clear: 'Clear',

  loading: 'The rankings are being fetched …',
  failed: (why: string) => `The rankings could not be fetched: ${why}`,
  again: 'Try again',
  offline: 'the server cannot be reached.',
  wrong: (why: string) => `${why} Here is the inventor’s ranking instead.`,
}
