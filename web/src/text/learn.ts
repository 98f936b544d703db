// What the pages say that teach the games.
import type { Color } from '../lib/types'
import { plural } from './plural'

const colors: Record<Color, string> = { white: 'White', black: 'Black' }

export const learn = {
  failed: 'This could not be fetched; the server may be out of reach.',
  again: 'Try again',
  games: 'Games',
  contents: 'On this page',
  rulesOf: (title: string) => `Rules of ${title}`,
  toLesson: 'Learn it in five steps',
  toGames: 'Annotated games',
  toEditor: 'Set up a position',
  toAnalysis: 'Analysis board',
  toPlay: 'Play',
  rankings: 'Explore the rankings',
  boards: (n: number) => plural(n, 'board', 'boards'),
}

export const board = {
  label: (title: string) => `Board to try: ${title}`,
  waiting: 'The board comes when it is needed.',
  start: (side: Color) => `${colors[side]} to move. Play any legal move, for either side.`,
  tries: 'Worth trying',
  try: (san: string[]) => san.join(' '),
  back: 'One move back',
  forward: 'One move on',
  reset: 'To the start of this board',
  study: 'Open on the analysis board',
  flip: 'Turn the board',
  over: { '1-0': 'White wins', '0-1': 'Black wins', '1/2-1/2': 'Draw' } as Record<string, string>,
  failed: (why: string) => `The board cannot answer: ${why}`,
}

export const lesson = {
  heading: (title: string) => `Learn ${title}`,
  steps: 'The five steps',
  step: (n: number, of: number) => `Step ${n} of ${of}`,
  isDone: 'done',
  task: 'Your task',
  youAre: (side: Color) => `You play ${colors[side]}.`,
  hint: 'Hint',
  show: 'Show me',
  shown: 'This is one way to do it.',
  next: 'Next step',
  finish: 'Finish',
  retry: 'Take it back and try again',
  redo: 'Do this step again',
  right: 'Right!',
  wrong: 'Not yet.',
  onwards: 'Good. Go on.',
  thinking: 'Your opponent answers …',
  happened: 'What your move did:',
  answered: 'The answer:',
  ended: 'You have done all five steps',
  left: (n: number) => `That was the last step; ${n === 1 ? 'one is' : `${n} are`} still to do`,
  toLeft: (n: number, title: string) => `Go to step ${n}: ${title}`,
  missing: 'There is no lesson for this game yet. Its rules tell everything.',
  play: 'Play a first game against the computer',
  playHelp: 'Level 1, without a clock; moves may be taken back.',
  playFailed: (why: string) => `The game could not be begun: ${why}`,
  restart: 'Start the lesson again',
  board: (n: number) => `Board of step ${n}`,
}

export const specimen = {
  moves: 'The moves, with notes',
  by: (credit: string) => `By ${credit}.`,
  notes: (who: string) => `Notes: ${who}.`,
  from: 'Printed in',
  all: 'All annotated games',
  study: 'Open on the analysis board',
  others: 'More games',
  board: (title: string) => `Board: ${title}`,
  start: 'The game begins here.',
  plies: (n: number) => plural(Math.ceil(n / 2), 'move', 'moves'),
  line: 'A variation',
  keys: 'The arrow keys step through the game, Home and End go to its ends.',
  steps: { label: 'Through the game', first: 'To the start', back: 'One move back', forward: 'One move on', last: 'To the end' },
  result: (result: string, reason?: string) =>
    ({ '1-0': 'White wins', '0-1': 'Black wins', '1/2-1/2': 'Draw' })[result]?.concat(reason ? `: ${reason}` : '') ?? 'No result',
  download: 'Download (PGN)',
}

/** Signs for the glyphs that PGN numbers. */
export const glyphs: Record<number, string> = { 1: '!', 2: '?', 3: '!!', 4: '??', 5: '!?', 6: '?!' }
/** What the glyphs are called. */
export const glyphNames: Record<number, string> = {
  1: 'good move',
  2: 'mistake',
  3: 'very good move',
  4: 'blunder',
  5: 'interesting move',
  6: 'doubtful move',
}
