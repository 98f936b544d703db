// Texts of the atlas: what self-play says about the rankings of Diminuendo Chess.
import { plural } from '../ui/text'

/** Returns a number with a fixed number of decimals. */
export const figure = (n: number, digits = 0): string =>
  n.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits })

/** The measures: their names, and their units, which follow a value. */
export const measures: Record<string, [name: string, unit: string]> = {
  white: ['White’s score', '%'],
  draws: ['Draws', '%'],
  moves: ['Length', 'moves'],
  leads: ['Lead changes', 'a game'],
  skill: ['Depth', '%'],
  swing: ['Swing of the evaluation', 'centipawns a ply'],
  captures: ['Captures', 'a game'],
  drops: ['Drops on z', 'a game'],
  expelled: ['Pieces expelled from z', 'a game'],
  left: ['Pieces at the end', 'pieces'],
  branching: ['Legal moves', 'a position'],
  first: ['First capture', 'moves'],
  kingsGained: ['Kings gained', 'a game'],
  kingsLost: ['Kings lost', 'a game'],
  changesK: ['Changes of kings', 'a game'],
  changesQ: ['Changes of queens', 'a game'],
  changesR: ['Changes of rooks', 'a game'],
  changesN: ['Changes of knights', 'a game'],
  changesB: ['Changes of bishops', 'a game'],
  changesP: ['Changes of pawns', 'a game'],
  checkmate: ['End by checkmate', '%'],
  kingGone: ['End by loss of the last king', '%'],
  stalemate: ['End by stalemate', '%'],
  repetition: ['End by repetition', '%'],
  fifty: ['End by the fifty-move rule', '%'],
  dead: ['End by a dead position', '%'],
  tooLong: ['Not finished', '%'],
}

const games = (n: number) => plural(n, 'game', 'games')

export const atlas = {
  facts: (order: string) => `What games of ${order.toUpperCase()} are like`,
  /** A question that a measure answers, and how. */
  portrait: {
    white: ['How fair?', 'White’s score; 50 % is fair'],
    draws: ['How drawish?', 'games that end in a draw'],
    leads: ['How sharp?', 'how often the lead changes'],
    moves: ['How long?', 'length of a game'],
    skill: ['How deep?', 'score of the side that searches 8 times as many nodes'],
  } as Record<string, [question: string, means: string]>,
  above: (percent: number) => `above ${percent} % of the rankings`,
  more: 'More numbers',
  measure: 'Measure',
  here: 'Here',
  median: 'Median',
  replay: 'Replay a typical game',
  plainGame: 'Without options.',
  optioned: (own: string[], count: number | undefined): string =>
    own.length
      ? `With these options: ${own.join(', ')}${count ? `, from ${games(count)} of each ranking` : ''}. The other numbers are of games without options.`
      : 'The atlas has no games with these options: the numbers are of games without them.',

  picks: (n: number): string => (n === 10 ? 'Ten to play first' : 'To play first'),
  picked: 'The engine played a game of each at long thinking time.',
  open: 'Open the game',
  notes: 'Notes on the game',
  at: (ply: number) => `Move ${(ply + 1) >> 1}, ${ply % 2 ? 'White' : 'Black'}`,

  map: 'Map of the rankings',
  x: 'Across',
  y: 'Up',
  groups: { game: 'Games', pieces: 'Pieces', end: 'Ends' },
  mapHelp: 'Each point is a ranking. Click a point to choose it, or drag a rectangle to select rankings.',
  mapKeys: 'With the keyboard, the arrow keys go from point to point, and Enter chooses.',
  tapHelp: 'Each point is a ranking. Tap one to see its numbers.',
  mapLabel: (x: string, y: string, n: number) => `Map of ${plural(n, 'ranking', 'rankings')}: ${x} across, ${y} up`,
  point: (order: string, values: string[]) => `${order.toUpperCase()}: ${values.join(', ')}`,
  value: (name: string, value: string) => `${name} ${value}`,
  showPoint: (order: string) => `Show ${order.toUpperCase()}`,
  legend: { chosen: 'chosen', inventors: 'the inventor’s', rest: 'not selected', median: 'median' },
  limits: 'Select by numbers',
  from: (name: string) => `${name} from`,
  to: (name: string) => `${name} to`,
  clear: 'Clear selection',
  table: 'Rankings and their measures',
  ranking: 'Ranking',
  /** The columns of the table. */
  short: { white: 'White', draws: 'Draws', moves: 'Length', leads: 'Lead changes', skill: 'Depth' } as Record<
    string,
    string
  >,
  sortHelp: 'The buttons in the first row sort the table.',

  measured: (nodes: number, n: number, error: string) =>
    `The engine played ${games(n)} of each ranking against itself and searched ${figure(nodes)} nodes for each move.${error ? ` A number after ± is the standard error; of White’s score it is typically ${error}.` : ''}`,
  manual: 'How the atlas was made',
  points: (n: string) => `${n} percentage points`,
}
