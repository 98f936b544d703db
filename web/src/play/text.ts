// Texts of the page of a game.
import type { Fault, Game, BoardView, Color } from '../net/types'
import type { Parts } from './clock'
import { board } from '../board/text'
import { colors, day, isolate, plural } from '../ui/text'
import { spokenSan } from '../ui/moves.svelte'

export const page = {
  title: (game: Game | null, now: string) => [now, game?.title, 'wane'].filter(Boolean).join(' – '),
  yourTurn: 'Your turn',
  theirTurn: 'Their turn',
  turn: (color: Color) => `${colors[color]} to move`,
  waiting: 'Waiting',
  over: 'Finished',
  loading: 'Loading game …',
  slow: 'The server does not respond. Retrying …',
  offline: 'This game is on the server. It opens when there is a connection.',
  missing: 'Game not found',
  missingWhy: 'Check the link. The game may never have started, or the operator of the server has deleted it.',
  deleted: 'Game deleted',
  deletedWhy: 'The operator of the server has deleted this game.',
  heading: (game: Game) => `${game.title}: ${who(game, 'white')} – ${who(game, 'black')}`,
  board: (game: Game) => `Board: ${game.title}`,
  moves: 'Moves',
  game: 'Game',
  narration: 'What the last move did',
  start: 'Starting position.',
  custom: 'custom position',
  casual: 'with takebacks',
  rated: 'rated',
  watching: (n: number) => plural(n, 'spectator', 'spectators'),
  watched: 'You are watching.',
}

export const connection = {
  connecting: 'Connecting …',
  stale: 'The connection is slow. Reconnecting …',
  offline: 'Reconnecting …',
  unsent: 'Your move will be sent.',
}

export const bar = {
  berserk: 'berserk: half the time',
  you: 'you',
  here: 'here',
  away: 'away',
  vacation: (until: number) => `on vacation until ${day(until)}`,
  free: 'open seat',
  thinking: 'thinking …',
  silent: 'The computer does not respond. The game is saved and resumes when it does.',
  captured: (color: Color, pieces: string[]) => `${colors[color]}’s captured pieces: ${tally(pieces)}.`,
  clock: (color: Color, time: string) => `${colors[color]}’s clock: ${time}`,
  first: (color: Color, seconds: number) => `${colors[color]} has ${seconds} s for the first move`,
}

/** Lists pieces, given by their FEN letters: “queen, 3 pawns”. */
function tally(pieces: string[]): string {
  const counts = new Map<string, number>()
  for (const piece of pieces)
    counts.set(board.type(piece).toLowerCase(), (counts.get(board.type(piece).toLowerCase()) ?? 0) + 1)
  return [...counts].map(([kind, n]) => (n === 1 ? kind : `${n} ${kind}s`)).join(', ')
}

/** Formats the time left in a correspondence game. */
export function days(p: Parts): string {
  if (p.days > 0) return `${plural(p.days, 'day', 'days')} ${p.hours} h`
  if (p.hours > 0) return `${p.hours} h ${p.minutes} min`
  return `${p.minutes} min`
}
/** Formats a time for screen readers. */
export function spoken(p: Parts): string {
  const all = [
    p.days && plural(p.days, 'day', 'days'),
    p.hours && plural(p.hours, 'hour', 'hours'),
    !p.days && p.minutes && plural(p.minutes, 'minute', 'minutes'),
    !p.days && !p.hours && plural(p.seconds, 'second', 'seconds'),
  ]
  return all.filter(Boolean).join(' ')
}

export const actions = {
  berserk: 'Berserk',
  berserkHelp:
    'Halves your time and takes your increment, for an extra point if you win after at least 7 moves. Only before your first move.',
  toTournament: 'Back to the tournament',
  label: 'Game actions',
  takeback: 'Takeback',
  draw: 'Offer draw',
  agree: 'Agree to a draw',
  agreeConfirm: 'End the game as a draw?',
  resign: 'Resign',
  /** A user who plays both sides resigns for one of them. */
  resignConfirm: (color: Color | null) => (color ? `Resign for ${colors[color]}?` : 'Resign the game?'),
  abort: 'Abort',
  abortConfirm: 'End the game without a result?',
  withdraw: 'Withdraw',
  withdrawConfirm: 'Withdraw the game?',
  cancel: 'Cancel',
  rematch: 'Rematch',
  rematchAgain: 'Play again',
  rematchGo: 'View rematch',
  newGame: 'New game',
  review: 'Review',
  reviewHelp: 'Shows the mistakes of both sides, here',
  analyze: 'Analyze',
  analyzeHelp: 'Opens the analysis board, to try other moves',
}

export const navigation = { latest: 'Latest move' }

export const tools = {
  report: (name: string) => `Report ${name}`,
  label: 'Board and links',
  flip: 'Flip board',
  autoFlip: 'Flip board after each move',
  sound: 'Sounds',
  soundOn: 'Sounds are on',
  soundOff: 'Sounds are off',
  copy: 'Copy link',
  copied: 'Copied',
  copyFailed: 'The browser does not allow copying. Copy link from the address bar.',
  pgn: 'Download PGN',
}

export const entry = {
  label: 'Type a move',
  /** Gives a move as an example, in UCI and maybe in SAN. */
  hint: (uci: string, san = uci) => `such as ${san === uci ? '' : `${san} or `}${uci}`,
  /** Puts a move into English: the letters of its pieces. */
  english: (move: string): string => move,
  key: 'Press M to type a move, and Esc to stop typing.',
  go: 'Play',
  wrong: (text: string, why: string) => (why ? why : `“${text}” is not a legal move.`),
  notNow: 'It is not your turn.',
  changed: 'The position has changed. No move was played. Try again.',
  open: (text: string) => `Add the promotions, for instance ${text}q or ${text}n.`,
}

export const offers = {
  draw: (who: string) => `${who} offers a draw.`,
  takeback: (who: string, plies: number) =>
    `${who} proposes a takeback of the last move${plies === 1 ? '' : ' and the reply'}.`,
  rematch: (who: string) => `${who} offers a rematch with colors swapped.`,
  accept: 'Accept',
  decline: 'Decline',
  drawSent: 'Draw offer sent.',
  takebackSent: 'Takeback proposal sent.',
  rematchSent: 'Rematch offered',
  drawDeclined: 'Draw offer declined.',
  takebackDeclined: 'Takeback proposal declined.',
  rematchDeclined: 'Rematch offer declined.',
  claimIn: (who: string, s: number) => `${who} left the game. You can claim victory in ${s} s.`,
  claimNow: (who: string) => `${who} left the game. Claim victory, call a draw, or wait.`,
  claimWin: 'Claim victory',
  claimDraw: 'Claim draw',
  overTime: (color: Color) => `${colors[color]} has run out of time. End the game, or play on.`,
  endOnTime: 'End the game',
  playOn: 'Play on',
}

export const invite = {
  title: 'Invite your opponent with this link',
  anyone: 'The first player to open it can join.',
  publicTitle: 'Your game is listed on the home page',
  publicToo: 'You can also share this link. The first player to open it can join.',
  waiting: 'The game starts when an opponent joins. You can close this page.',
  joinTitle: (who: string) => `${who} invites you to play`,
  someone: 'A player',
  casual: 'Takebacks are allowed.',
  rated: 'The result changes the ratings of both.',
  signIn: 'Sign in to join this rated game.',
  join: (color: Color) => `Join as ${colors[color]}`,
  learn: (title: string) => `New to ${title}? Learn it in five minutes.`,
  watch: 'Or watch the game.',
}

export const result = {
  title: 'Result',
  won: 'You won',
  lost: 'You lost',
}

/** Names a player in sentences. */
export function who(game: Game, color: Color): string {
  const s = game[color]
  if (s.level) return 'The computer'
  return s.name ? isolate(s.name) : colors[color]
}
export const say = {
  move: (color: Color, view: BoardView) =>
    [`${colors[color]}: ${spokenSan(view.san ?? view.move ?? '')}.`, ...(view.narration ?? [])].join(' '),
  /** Names the color for a user who plays both sides. */
  low: (seconds: number, color: Color | null) => (color ? `${colors[color]}: ` : '') + `${seconds} seconds left.`,
  missed: (moves: number) => `${plural(moves, 'move was', 'moves were')} played.`,
  taken: 'Move taken back.',
  joined: (name: string) => `${isolate(name)} joined. The game starts.`,
  premoveLost: 'Premove canceled: no longer legal.',
  wentBack: 'The server has lost the last moves. The game goes on from here.',
  unsent: 'Sending your move …',
  berserk: (who: string) => `${who} went berserk: half the time.`,
  turned: (color: Color) => `${colors[color]} is at the bottom.`,
}

/** Describes a rejected order. The server's message is more precise than its code. */
export function refused(order: string, fault: Fault): string {
  if (fault.code === 'too-fast') return 'Too fast. Try again.'
  if (fault.code === 'server' && !fault.text) return 'Server error. Try again.'
  return (order === 'move' ? 'Move rejected: ' : 'Rejected: ') + fault.text
}

export const replay = {
  label: 'Replay',
  play: 'Play moves',
  pause: 'Pause',
  speed: 'Speed',
  speeds: { slow: '½×', normal: '1×', fast: '2×', rush: '4×' },
  key: 'Space plays and pauses.',
}
