// What the analysis board says.
import type { Colour } from '../study/types'
import type { Full } from '../study/tree.svelte'
import type { Side } from '../lib/types'

const plural = (n: number, one: string, many: string) => `${n} ${n === 1 ? one : many}`

export const study = {
  title: 'Analysis',
  titled: (what: string) => `${what} – Analysis – wane`,
  heading: (what: string) => `Analysis: ${what}`,
  board: (title: string) => `Board: ${title}`,
  loading: 'Setting up the board …',
  moves: 'Moves',
  start: 'Start',
  treeKeys: 'The left and right arrow keys walk through the moves, up and down go to another variation, Home and End to the start and the end.',
  instead: (san: string) => `Instead of ${san}`,
  drawn: 'with drawings',
  turn: (side: Side) => `${side === 'white' ? 'White' : 'Black'} to move`,
  told: 'What the last move did',
  empty: 'Move the men on the board: each move is kept here. A different move at the same place begins a variation.',
  full: {
    plies: 'This line is as long as a line can be.',
    moves: 'This study is full: it has 30,000 moves.',
    nesting: 'Variations cannot lie deeper within each other.',
    drawn: 'There is no room for more drawings here.',
  } satisfies Record<Full, string>,
  tabs: { label: 'Panels', moves: 'Moves', engine: 'Engine', notes: 'Notes', explorer: 'Explorer', review: 'Review', share: 'Share' },
  fault: (why: string) => `The position cannot be shown: ${why}`,
}

export const controls = {
  label: 'Through the moves',
  first: 'To the start',
  back: 'One move back',
  forward: 'One move on',
  last: 'To the end of the line',
  before: 'The variation before',
  next: 'The next variation',
  flip: 'Turn the board',
  draw: 'Draw on the board',
  colour: 'Colour to draw in',
  colours: { green: 'Green', red: 'Red', blue: 'Blue', yellow: 'Yellow' } satisfies Record<Colour, string>,
  drawHelp: 'Drag over the board for an arrow, tap a cell for a circle. The same once more takes it away.',
  wipe: 'Wipe',
  undo: 'Undo',
  redo: 'Redo',
  edit: 'Edit the moves',
  promote: 'Promote the variation',
  main: 'Make it the main line',
  remove: 'Delete from here',
  removed: (n: number) => `${plural(n, 'move', 'moves')} deleted. Undo brings them back.`,
  cut: 'Delete the other variations',
}

export const notes = {
  label: 'Notes',
  comment: 'Comment',
  commentStart: 'Comment before the first move',
  commentOn: (move: string) => `Comment on ${move}`,
  before: (move: string) => `Comment before ${move}`,
  hint: 'What is to be said of this position?',
  long: 'A comment has 20,000 characters at most.',
  moveMarks: 'The move',
  positionMarks: 'The position',
  names: {
    1: 'good move', 2: 'mistake', 3: 'brilliant move', 4: 'blunder', 5: 'interesting move', 6: 'dubious move', 10: 'equal', 13: 'unclear',
    14: 'White is slightly better', 15: 'Black is slightly better', 16: 'White is better', 17: 'Black is better', 18: 'White is winning', 19: 'Black is winning',
  } as Record<number, string>,
}
