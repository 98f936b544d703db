// Texts of the analysis board.
import type { Brush, Color } from '../net/types'
import type { LinkProblem } from './link'
import type { Keeping } from './sync'
import type { StorageProblem } from './storage'
import type { Limit } from './edit'
import { colors, day, fullMoves, isolate, plural, reason } from '../ui/text'

export const study = {
  title: 'Analysis',
  titled: (what: string) => `${what} – Analysis – wane`,
  heading: (what: string) => `Analysis: ${what}`,
  board: (title: string) => `Board: ${title}`,
  moves: 'Moves',
  start: 'Start',
  treeKeys:
    'Left and right arrows step through the moves, up and down switch variations, Home and End go to the first and last move.',
  deletedAccount: 'deleted account',
  local: ', only you see it',
  here: (names: string) => `${names} ${names.includes(',') ? 'are' : 'is'} here`,
  instead: (san: string) => `Instead of ${san}`,
  drawn: 'with drawings',
  turn: (color: Color) => `${colors[color]} to move`,
  narration: 'What the last move did',
  full: {
    plies: 'This line has reached its maximum length.',
    moves: 'The maximum of 30,000 moves is reached.',
    nesting: 'Variations cannot be nested deeper.',
    drawn: 'This move has the maximum number of drawings.',
  } satisfies Record<Limit, string>,
  tabs: {
    label: 'Panels',
    chapters: 'Chapters',
    moves: 'Moves',
    engine: 'Engine',
    notes: 'Notes',
    explorer: 'Explorer',
    review: 'Review',
    share: 'Share',
  },
  fault: (why: string) => `Position error: ${why}`,
}

export const controls = {
  flip: 'Flip board',
  draw: 'Draw on the board',
  color: 'Drawing color',
  colors: { green: 'Green', red: 'Red', blue: 'Blue', yellow: 'Yellow' } satisfies Record<Brush, string>,
  drawHelp: 'Drag for an arrow, tap a square for a circle. Repeat to remove it.',
  clear: 'Clear',
  /** What stands below the icons. */
  short: ['Undo', 'Redo', 'Promote', 'Main line', 'Other variations', 'Delete'],
  undo: 'Undo',
  redo: 'Redo',
  edit: 'Edit moves',
  promote: 'Promote variation',
  main: 'Make main line',
  remove: 'Delete from here',
  removed: (plies: number): string =>
    plies === 1 ? 'Move deleted. Undo restores it.' : 'Moves deleted. Undo restores them.',
  removeOthers: 'Delete other variations',
}

export const notes = {
  commentStart: 'Comment before the first move',
  commentOn: (move: string) => `Comment on ${move}`,
  before: (move: string) => `Comment before ${move}`,
  addBefore: 'Add a comment before the move',
  hintFor: 'Hint for the next move',
  tried: 'Only you see this move. Comments are for the moves of the study.',
  none: 'No comments on this move.',
  dropOf: (name: string) => `Delete the comment of ${isolate(name)}`,
  dropSure: (name: string) => `Delete the comment of ${isolate(name)} for everyone?`,
  marks: 'Glyphs',
  moveMarks: 'Move',
  positionMarks: 'Position',
  names: {
    1: 'good move',
    2: 'mistake',
    3: 'brilliant move',
    4: 'blunder',
    5: 'interesting move',
    6: 'dubious move',
    10: 'equal',
    13: 'unclear',
    14: 'White is slightly better',
    15: 'Black is slightly better',
    16: 'White is better',
    17: 'Black is better',
    18: 'White is winning',
    19: 'Black is winning',
  } as Record<number, string>,
}

export const workspace = {
  variant: 'Variant',
  other: 'Other rankings, import …',
  saved: 'Saved in this browser',
  saving: 'Saving …',
  problems: {
    blocked: 'This browser blocks storage, so the analysis is lost when you leave. Download it as PGN first.',
    full: 'The browser’s storage is full. Delete some analyses, or download this one as PGN.',
    conflict: 'This analysis was changed in another tab or window, or on another device.',
    deleted: 'This analysis was deleted in another tab or window, or on another device.',
    failed: 'The analysis could not be saved.',
  } satisfies Record<StorageProblem, string>,
  leave: 'This analysis is not saved. Leave anyway?',
  reload: 'Use the other version',
  copy: 'Keep this version as a copy',
  keep: 'Keep this version',
  copyOf: (name: string) => `${name} (copy)`,
  reloaded: 'Updated from another tab or device.',
  players: (white: string, black: string) => `${isolate(white)} – ${isolate(black)}`,
  toGame: 'View game',
  all: 'All analyses',
  result: (r: string, why: string) => (why ? `${r}, ${reason(why)}` : r),
  named: (title: string, at: number) => `${title}, ${day(at)}`,
}

/** Of games against the computer in this browser. */
export const chooser = {
  title: 'New analysis',
  intro: 'Analyze with variations, comments, glyphs and drawings.',
  here: 'Analyses stay in this browser.',
  another: 'Diminuendo with a custom ranking',
  create: 'Analyze',
  import: 'Import a game or position',
}

/** Of analyses that an account keeps. */
export const keeping = {
  intro: 'Your account keeps your analyses, on all your devices.',
  states: {
    here: '',
    busy: 'Looking for changes from your other devices …',
    kept: 'Kept in your account.',
    unreachable: 'The server is unreachable: changes stay in this browser and are sent later.',
  } satisfies Record<Keeping, string>,
  refused: (n: number) =>
    `${plural(n, 'analysis stays', 'analyses stay')} in this browser only: the account is full, or an analysis is too large.`,
  conflict: (name: string, copy: string) =>
    `“${name}” was changed here and on another device. Both are kept: the other version under its name, the one from here as “${copy}”.`,
  read: 'Understood',
}

export const tags = {
  title: 'PGN tags',
  of: (name: string) => `PGN tags: ${name}`,
  edit: 'Edit tags',
  add: 'Add tags',
  names: {
    White: 'White',
    WhiteElo: 'Rating of White',
    Black: 'Black',
    BlackElo: 'Rating of Black',
    Event: 'Event',
    Site: 'Place',
    Date: 'Date',
    Round: 'Round',
    Annotator: 'Annotator',
  } as Record<string, string>,
  result: 'Result',
  results: { '*': 'open', '1-0': 'White won', '0-1': 'Black won', '1/2-1/2': 'Draw' } as Record<string, string>,
  another: 'Another tag',
  name: 'Name of the tag',
  nameHelp: 'Letters, digits and underscores, such as TimeControl',
  value: 'Value',
}

export const importer = {
  title: 'Import a game or position',
  help: 'Paste a PGN, a FEN or moves, also in the inventors’ notation. Or choose or drop a file.',
  text: 'Text',
  hint: '1. e4 d5 2. exd5 c5 …',
  game: 'Variant (if not in the PGN)',
  file: 'Choose file',
  read: 'Import',
  reading: 'Importing …',
  found: (n: number) => `${plural(n, 'game', 'games')} found.${n === 1 ? '' : ' Choose one:'}`,
  part: (n: number) => (n === 1 ? 'Open the move before the error' : `Open the ${n} moves before the error`),
  skipped: (n: number) => `${plural(n, 'more game', 'more games')} could not be read.`,
  unnamed: (n: number, title: string) => `${n}. ${title}`,
  about: (plies: number, result: string) => [fullMoves(plies), result === '*' ? '' : result].filter(Boolean).join(', '),
  warnings: (n: number) => plural(n, 'warning', 'warnings'),
  at: (line: number, column: number) => `Line ${line}, column ${column}`,
  wrongAt: (move: string) => `Move ${move}`,
  want: (what: string) => `Expected: ${what}.`,
  instead: 'Choose the right move:',
  only: 'The only legal move:',
  elsewhere: 'The text is valid in another variant:',
  asStudy: (n: number) => `Make a study of all ${n} games`,
  as: (title: string) => `Import as ${title}`,
  more: (n: number) => `… and ${n} more`,
  large: 'The file is larger than 2 MB. Split it.',
  unreadable: 'The file cannot be read.',
  missing:
    'Importing needs WebAssembly, which did not load. Reload the page or try another browser. You can still play moves on the board.',
}

export const share = {
  name: 'Name',
  copyFEN: 'Copy FEN',
  copyPGN: 'Copy PGN',
  download: 'Download PGN',
  copied: (what: string) => `${what} copied.`,
  fen: 'Position (FEN)',
  link: 'Link',
  position: 'Copy position link',
  whole: 'Copy analysis link',
  pictures: 'Pictures',
  svg: 'SVG',
  png: 'PNG',
  gif: 'GIF of this line',
  embed: 'Embed …',
  play: 'Play from here',
  over: 'The game is over.',
  edit: 'Board editor',
  open: 'Import …',
  missing: 'Exporting PGN needs WebAssembly, which did not load. Reload the page or try another browser.',
}

export const opening = {
  links: {
    long: 'The game is too long for a link. Download it as PGN instead.',
    damaged: 'This link is damaged or incomplete.',
    unsupported: 'This browser is too old for links with games. Use the PGN instead.',
  } satisfies Record<LinkProblem, string>,
  missing: 'This analysis is not in this browser. Analyses stay where they were made. Ask for an analysis link.',
  blocked: 'The analyses in this browser cannot be read.',
  position: (why: string) => `Invalid position in the link: ${why}`,
  moves: (why: string) => `Illegal moves in the link: ${why}`,
  unknown: 'No such variant.',
  failed: (why: string) => `The game did not load: ${why}`,
  playing: 'You are playing this game',
  playingWhy: 'You cannot analyze your own game while you play it. Come back when it is over.',
  back: 'Back to the game',
  waiting: 'This game has not started.',
  home: 'Analysis board',
  start: 'Use the starting position',
  fix: 'Fix in the board editor',
}

export const help = {
  title: 'Keyboard and drawing help',
  keys: [
    ['← →', 'previous move, next move'],
    ['↑ ↓', 'switch variation'],
    ['Home, End', 'first move, last move'],
    ['Ctrl Z, Ctrl Shift Z', 'undo, redo'],
    ['D', 'start or stop drawing'],
    ['F', 'flip board'],
    ['?', 'this help'],
  ],
  off: 'Single-key shortcuts are off in the settings.',
  board: 'Tab to the board, move with the arrow keys, press Enter to select a piece and then its destination.',
  drawing: 'Drawing',
  how: [
    'Draw with the right mouse button: drag for an arrow, click for a circle. Shift draws in red, Alt in blue, both in yellow.',
    'With the pencil on, fingers and the left button draw too.',
    'With the keyboard: press D, then Enter on two squares for an arrow, or twice on one for a circle.',
    'Draw again to remove. Drawings are saved with the move, also in PGN.',
  ],
}
