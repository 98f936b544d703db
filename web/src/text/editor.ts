// Texts of the board editor.
import type { Color } from '../lib/types'
import { board } from './board'
import { plural } from './plural'

const upper = (s: string) => s.charAt(0).toUpperCase() + s.slice(1)
const place = (name: string) => (name === 'z' ? 'the double square z' : name)

export const editor = {
  title: 'Board editor',
  titled: (game: string) => `Board editor: ${game}`,
  choose: 'Choose a variant',
  loading: 'Loading …',
  game: 'Variant',
  board: (game: string) => `Board editor: ${game}`,
  help: 'Arrow keys move over the board. K Q R B N P select a piece; the same letter again, the other color. Enter places it or uses the selected tool; with neither, Enter picks up a piece and puts it down. Delete clears a square. Escape deselects.',

  tools: 'Tools',
  white: 'White pieces',
  black: 'Black pieces',
  piece: (piece: string) => upper(board.piece(piece)),
  move: 'Move',
  moveHelp: 'Move pieces. Drag a piece off the board or right-click it to remove it.',
  erase: 'Erase',
  eraseHelp: 'Clear squares',
  vanish: 'Vanish',
  vanishHelp: 'Make squares vanish or return',

  changes: 'Changes',
  undo: 'Undo',
  redo: 'Redo',
  start: 'Start position',
  startShort: 'Start',
  clear: 'Clear board',
  clearShort: 'Clear',
  swap: 'Swap colors',
  swapShort: 'Swap',
  flip: 'Flip board',
  flipShort: 'Flip',

  state: 'Problems',
  ready: 'Valid position.',
  over: (how: string) => `The game is over: ${how}. You can analyze this position, but not play from it.`,
  faults: (n: number) => `${plural(n, 'problem', 'problems')}:`,
  few: (n: number) => (n === 0 ? 'Valid' : plural(n, 'problem', 'problems')),
  faulty: 'problem',

  analyze: 'Analyze',
  play: 'Play',
  playOver: 'The game is over in this position.',
  notYet: 'Fix the problems first.',
  share: 'Share',
  copyEditor: 'Copy editor link',
  copyAnalysis: 'Copy analysis link',
  copyFEN: 'Copy FEN',
  copied: 'Copied',
  copyFailed: 'The browser does not allow copying. Copy the text from the field.',

  turn: 'To move',
  sides: { white: 'White', black: 'Black' } as Record<Color, string>,
  rights: 'Castling rights',
  wrongRight: 'impossible here',
  noRights: 'None possible with these pieces.',
  passant: 'En passant',
  noPassant: 'None',
  size: 'Board size',
  files: 'Files',
  ranks: 'Ranks',
  fewer: (what: string) => `Remove a ${what}`,
  more: (what: string) => `Add a ${what}`,
  file: 'file',
  rank: 'rank',
  close: 'Remove empty ranks and files',
  sizeHelp: 'Removes empty ranks and files first, then the last file or the top rank.',
  ranking: (order: string) => `Ranking: ${order}`,
  counts: 'Counters',
  halfmoves: 'Halfmove clock (fifty-move rule)',
  fullmove: 'Move number',
  countRange: (least: number, most: number) => `A whole number from ${least} to ${most}.`,

  fen: 'FEN',
  fenHelp: 'Paste or type a FEN.',
  read: 'Load',
  unread: 'Parts of the FEN are invalid:',
  rest: (n: number) => `and ${plural(n, 'more problem', 'more problems')}.`,

  offline: 'the server is unreachable.',
  refused: (why: string) => `Not changed: ${why}`,

  // The last edit, for screen readers.
  put: (piece: string, square: string) => `${upper(board.piece(piece))} on ${place(square)}`,
  lifted: (square: string) => `${upper(place(square))} is empty`,
  vanished: (square: string) => `${square} has vanished`,
  back: (square: string) => `${square} is back`,
  picked: (piece: string, square: string) => `${upper(board.piece(piece))} on ${place(square)} picked up`,
  tool: (name: string) => `Selected: ${name}`,
}
