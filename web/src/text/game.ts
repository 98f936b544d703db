// What the page of a game says.
import type { Control, Fault, Game, BoardView, Color } from '../lib/types'
import { parts } from '../lib/clock'
import { control, seat } from './app'
import { board } from './board'
import { plural } from './plural'

export const colors: Record<Color, string> = { white: 'White', black: 'Black' }

export const page = {
  title: (game: Game | null, now: string) => [now, game?.title, 'wane'].filter(Boolean).join(' – '),
  yourTurn: 'Your turn',
  theirTurn: 'Their turn',
  turn: (side: Color) => `${colors[side]} to move`,
  waiting: 'Waiting',
  over: 'Finished',
  loading: 'Fetching the game …',
  slow: 'The server does not answer yet. Trying again …',
  missing: 'There is no such game',
  missingWhy: 'The link may be mistyped, or the game may never have begun.',
  home: 'To the home page',
  heading: (game: Game) => `${game.title}: ${who(game, 'white')} – ${who(game, 'black')}`,
  board: (game: Game) => `Board: ${game.title}`,
  moves: 'Moves',
  game: 'The game',
  told: 'What the last move did',
  start: 'The game begins here.',
  custom: 'from a position of its own',
  casual: 'casual',
  watching: (n: number) => plural(n, 'watcher', 'watchers'),
  watched: 'You are watching.',
}

export const link = {
  connecting: 'Connecting …',
  stale: 'The connection is slow. Reconnecting …',
  offline: 'Reconnecting …',
  unsent: 'Your move will be sent.',
}

export const bar = {
  you: 'you',
  here: 'here',
  away: 'away',
  free: 'nobody yet',
  thinking: 'thinking …',
  silent: 'The computer does not answer. The game is kept, and goes on when it does.',
  captured: (side: Color, pieces: string[]) => `${colors[side]}’s men off the board: ${tally(pieces)}.`,
  clock: (side: Color, time: string) => `${colors[side]}’s clock: ${time}`,
  first: (side: Color, seconds: number) => `${colors[side]} has ${seconds} s for the first move`,
}

/** “queen, 3 pawns”: pieces by their FEN letters, those of a kind together. */
function tally(pieces: string[]): string {
  const counts = new Map<string, number>()
  for (const piece of pieces) counts.set(board.kind(piece).toLowerCase(), (counts.get(board.kind(piece).toLowerCase()) ?? 0) + 1)
  return [...counts].map(([kind, n]) => (n === 1 ? kind : `${n} ${kind}s`)).join(', ')
}

/** Time left in correspondence, and in words for screen readers. */
export function days(ms: number): string {
  const p = parts(ms)
  if (p.days > 0) return `${plural(p.days, 'day', 'days')} ${p.hours} h`
  if (p.hours > 0) return `${p.hours} h ${p.minutes} min`
  return `${p.minutes} min`
}
export function spoken(ms: number): string {
  const p = parts(ms)
  const all = [
    p.days && plural(p.days, 'day', 'days'),
    p.hours && plural(p.hours, 'hour', 'hours'),
    !p.days && p.minutes && plural(p.minutes, 'minute', 'minutes'),
    !p.days && !p.hours && plural(p.seconds, 'second', 'seconds'),
  ]
  return all.filter(Boolean).join(' ')
}

export const actions = {
  label: 'What you can do',
  takeback: 'Take back',
  draw: 'Offer draw',
  agree: 'Agree a draw',
  agreeSure: 'End the game as a draw?',
  resign: 'Resign',
  /** Whoever plays both sides is told which one it is about. */
  resignSure: (side: Color | null) => (side ? `Resign for ${colors[side]}?` : 'Resign the game?'),
  abort: 'Abort',
  abortSure: 'End the game without a result?',
  withdraw: 'Withdraw',
  withdrawSure: 'Withdraw the game?',
  keep: 'Play on',
  rematch: 'Rematch',
  rematchAgain: 'Play again',
  rematchGo: 'To the rematch',
  newGame: 'New game',
  analyse: 'Analyse',
}

export const steps = { label: 'Through the game', first: 'To the start', back: 'One move back', forward: 'One move on', latest: 'To the present' }

export const tools = {
  label: 'Board and links',
  flip: 'Turn the board',
  autoFlip: 'Turn the board to whoever is to move',
  sound: 'Sounds',
  soundOn: 'Sounds are on',
  soundOff: 'Sounds are off',
  copy: 'Copy link',
  copied: 'Copied',
  copyFailed: 'Copying is not allowed here; the link is in the address bar.',
  pgn: 'Download (PGN)',
  rules: 'Rules',
}

export const entry = {
  label: 'Type a move',
  hint: 'such as Nf3 or g1f3',
  key: 'Press M to come here.',
  go: 'Play',
  wrong: (text: string, why: string) => (why ? why : `“${text}” is no legal move here.`),
  notNow: 'It is not your turn.',
  changed: 'The position has changed meanwhile. Nothing was played: look at the board, and try again.',
  open: (text: string) => `Say what each pawn becomes, for instance ${text}q or ${text}n.`,
}

export const offers = {
  draw: (who: string) => `${who} offers a draw.`,
  takeback: (who: string, plies: number) => `${who} asks to take back ${plies === 1 ? 'the last move' : `${plies} moves`}.`,
  rematch: (who: string) => `${who} would like to play again, with colours swapped.`,
  accept: 'Accept',
  decline: 'Decline',
  drawSent: 'You have offered a draw.',
  takebackSent: 'You have asked to take a move back.',
  rematchSent: 'You have asked for a rematch.',
  drawDeclined: 'The draw was declined.',
  takebackDeclined: 'Your request to take back was declined.',
  rematchDeclined: 'No rematch this time.',
  claimIn: (who: string, s: number) => `${who} has left. In ${s} s you may claim the game.`,
  claimNow: (who: string) => `${who} has left. You may claim the game, or wait.`,
  claimWin: 'Claim the win',
  claimDraw: 'Call it a draw',
}

export const invite = {
  title: 'Send this link to your opponent',
  anyone: 'Whoever opens it first can join.',
  publicTitle: 'Your game is offered on the home page',
  publicToo: 'You can also send this link; whoever opens it first can join.',
  copy: 'Copy',
  copied: 'Copied',
  share: 'Share …',
  shareText: (game: Game) => `A game of ${game.title}?`,
  waiting: 'The game begins as soon as somebody joins. This page may stay open or be closed: the game is kept.',
  joinTitle: (who: string) => `${who} invites you to play`,
  someone: 'Somebody',
  casual: 'Moves may be taken back.',
  join: (side: Color) => `Join as ${colors[side]}`,
  watch: 'Or stay and watch.',
}

/** The time control of a game in words. */
export function time(c: Control): string {
  const text = control(c)
  return c.base || c.increment ? `${text} (minutes + seconds a move)` : text
}

export const result = {
  title: 'Result',
  won: 'You won',
  lost: 'You lost',
  '1-0': 'White wins',
  '0-1': 'Black wins',
  '1/2-1/2': 'Draw',
  '*': 'No result',
} as const

/** “White wins: checkmate”. A game without a result tells its reason alone. */
export function ended(game: Pick<Game, 'result' | 'reason'>): string {
  const who = result[(game.result ?? '*') as '1-0' | '0-1' | '1/2-1/2' | '*'] ?? result['*']
  if (!game.reason) return who
  return game.result === '*' ? capital(game.reason) : `${who}: ${game.reason}`
}

const capital = (s: string) => s.charAt(0).toUpperCase() + s.slice(1)

/** A player as sentences name him. */
export function who(game: Game, side: Color): string {
  const s = game[side]
  if (s.level) return 'The computer'
  return s.name || colors[side]
}
export { control, seat }

export const say = {
  move: (side: Color, view: BoardView) => [`${colors[side]}: ${view.san ?? view.move}.`, ...(view.told ?? [])].join(' '),
  /** Whoever plays both sides is told whose clock it is. */
  low: (seconds: number, side: Color | null) => (side ? `${colors[side]}: ` : '') + `${seconds} seconds left.`,
  missed: (moves: number) => `${plural(moves, 'move was', 'moves were')} played.`,
  taken: 'Taken back.',
  joined: (name: string) => `${name} has joined. The game begins.`,
  premoveLost: 'Your move in advance was no longer possible.',
  unsent: 'Your move has not reached the server yet.',
  turned: (side: Color) => `${colors[side]} is at the bottom.`,
}

/** Why something was not done. The server's own words say more than a code can. */
export function refused(order: string, fault: Fault): string {
  if (fault.code === 'too-fast') return 'That was a little too fast. Please try again.'
  if (fault.code === 'server' && !fault.text) return 'The server could not do that. Please try again.'
  return (order === 'move' ? 'The move was not played: ' : 'Not done: ') + fault.text
}

export const replay = {
  label: 'Replay',
  play: 'Play the game through',
  pause: 'Pause',
  speed: 'Speed',
  speeds: { slow: '½×', normal: '1×', fast: '2×', rush: '4×' },
  key: 'The space bar plays and pauses.',
}
