// Texts of the animation of a game.
import { plural } from '../ui/text'

const megabytes = (bytes: number) => (bytes / 1e6).toFixed(bytes < 1e6 ? 2 : 1)

/** The animation of a game. */
export const animation = {
  make: 'Make animation',
  progress: 'Progress',
  small: (size: number) => `The game is long: the picture will be ${size} pixels wide.`,
  making: (positions: number) => `The server is drawing ${plural(positions, 'position', 'positions')} …`,
  line: 'The server is busy. Your picture waits in line …',
  loading: (bytes: number) => `Loading … ${megabytes(bytes)} MB`,
  done: (bytes: number) => `Ready: ${megabytes(bytes)} MB.`,
  download: 'Save animation',
  send: 'Send …',
  sendFailed: 'The browser did not share the picture. Save it instead.',
  picture: 'The game as an animation',
}
