// Texts of rules, lessons and annotated games.
import type { Color } from '../net/types'
import { colors, ended, plural, results, steps } from '../ui/text'

export const learn = {
  failed: 'Loading failed. The server may be unreachable.',
  games: 'Games',
  contents: 'On this page',
  rulesOf: (title: string) => `Rules of ${title}`,
  toLesson: 'Learn it in five steps',
  toGames: 'Annotated games',
  toEditor: 'Board editor',
  toAnalysis: 'Analysis board',
  rankings: 'Explore the rankings',
  startBoard: (title: string) => `The starting position of ${title}`,
  boards: (n: number) => plural(n, 'board', 'boards'),
}

/** Of the page from which all of that is reached. */
export const hub = {
  title: 'Learn',
  intro: 'Each game in five short steps, then ten drills, then the computer from level 1 upwards.',
  tools: 'Boards to try things on',
  help: 'How to use the board',
}

export const board = {
  label: (title: string) => `Board to try: ${title}`,
  waiting: 'The board loads when you scroll to it.',
  start: (color: Color) => `${colors[color]} to move. Play any legal move for either side.`,
  tries: 'Worth trying',
  back: steps.back,
  forward: steps.forward,
  reset: 'Reset board',
  study: 'Analysis board',
  flip: 'Flip board',
  over: results,
  failed: (why: string) => `Board error: ${why}`,
}

export const lesson = {
  heading: (title: string) => `Learn ${title}`,
  steps: 'The five steps',
  step: (n: number, of: number) => `Step ${n} of ${of}`,
  progress: { done: 'done', seen: 'solution seen' },
  task: 'Your task',
  youAre: (color: Color) => `You play ${colors[color]}.`,
  hint: 'Hint',
  show: 'Show me',
  shown: 'This is one way to do it.',
  notDone: 'Repeat the step to do it yourself.',
  next: 'Next step',
  finish: 'Finish',
  retry: 'Retry',
  redo: 'Repeat step',
  right: 'Right!',
  wrong: 'Not yet.',
  onwards: 'Good move. Continue.',
  thinking: 'Your opponent is thinking …',
  happened: 'What the move did:',
  replies: (color: Color) => `${colors[color]} replies:`,
  ended: 'Lesson complete',
  over: 'End of the lesson',
  left: (n: number) => `You have not solved ${plural(n, 'step', 'steps')} yourself yet.`,
  toLeft: (n: number, title: string) => `Go to step ${n}: ${title}`,
  missing: 'This variant has no lesson yet. Read its rules.',
  restart: 'Restart lesson',
  board: (n: number) => `Board of step ${n}`,
}

export const annotated = {
  moves: 'Annotated moves',
  by: (credit: string) => `By ${credit}.`,
  notes: (who: string) => `Notes: ${who}.`,
  from: 'Printed in',
  study: 'Analysis board',
  others: 'More games',
  board: (title: string) => `Board: ${title}`,
  start: 'Starting position.',
  line: 'Variation',
  keys: 'Arrow keys step through the game; Home and End go to its start and end.',
  result: (result: string, reason?: string) => ended({ result, reason }),
  download: 'Download PGN',
}

/** The signs of NAGs. */
export const glyphs: Record<number, string> = { 1: '!', 2: '?', 3: '!!', 4: '??', 5: '!?', 6: '?!' }
/** The names of NAGs. */
export const glyphNames: Record<number, string> = {
  1: 'good move',
  2: 'mistake',
  3: 'brilliant move',
  4: 'blunder',
  5: 'interesting move',
  6: 'dubious move',
}
