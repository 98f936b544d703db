// What a board on another site says.
import type { Game } from '../lib/types'
import { ended } from './game'

export const embed = {
  loading: 'Loading …',
  unreachable: 'The board could not be fetched: the server is out of reach.',
  wrong: 'There is no board at this address: it should end in /embed/game/ and a game, or in /embed/ and a variant such as shrink.',
  again: 'Try again',
  open: 'wane',
  openGame: 'Open the game on wane',
  openLine: 'Open the position on wane',
  controls: 'Through the moves',
  first: 'To the start',
  back: 'One move back',
  forward: 'One move on',
  last: 'To the end',
  play: 'Play the moves',
  pause: 'Pause',
  flip: 'Turn the board',
  moves: 'Moves',
  live: 'live',
  start: 'Start',
  board: (title: string) => `Board: ${title}`,
  versus: (white: string, black: string) => `${white} – ${black}`,
  /** How a game stands, beside its moves. */
  state: (game: Game) => (game.status === 'finished' ? ended(game) : game.status === 'waiting' ? 'waiting for an opponent' : ''),
}
