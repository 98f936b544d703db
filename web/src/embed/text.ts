// Texts of embedded boards.
import type { Game } from '../net/types'
import { ended } from '../ui/text'

export const embed = {
  unreachable: 'The board did not load: the server is unreachable.',
  wrong: 'No board at this address. Use /embed/game/ID or /embed/VARIANT, such as /embed/shrink.',
  open: 'wane',
  openGame: 'Open the game on wane',
  openLine: 'Open the position on wane',
  play: 'Play moves',
  pause: 'Pause',
  flip: 'Flip board',
  moves: 'Moves',
  live: 'live',
  start: 'Start',
  board: (title: string) => `Board: ${title}`,
  versus: (white: string, black: string) => `${white} – ${black}`,
  /** Describes the state of a game. */
  state: (game: Game) =>
    game.status === 'finished' ? ended(game) : game.status === 'waiting' ? 'waiting for an opponent' : '',
}
