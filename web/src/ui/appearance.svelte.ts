// How boards look, move and take moves, by the user's preferences, or by the address of an embedded board.

import type { BoardTheme } from '../net/storedprefs'
import type { Look } from '../net/types'

export const appearance = $state({
  /** The board themes of looks that have another than their own. */
  boards: {} as Partial<Record<Look, BoardTheme>>,
  /** How much longer than usual animations take. */
  slowness: 1,
  motion: (typeof matchMedia === 'function' && matchMedia('(prefers-reduced-motion: reduce)').matches
    ? 'none'
    : 'full') as 'full' | 'none',
  /** Squares have their names beside them. */
  coordinates: true,
  /** A second tap on a target plays the move. */
  confirm: false,
  /** A single own pawn becomes a queen without a question, unless Ctrl, Alt or Cmd is held. */
  queen: false,
})

/** Returns the CSS classes of a board of a look. */
export function lookClass(look: Look | undefined): string {
  const theme = look && appearance.boards[look]
  return theme ? `look-${look} board-${theme}` : `look-${look}`
}
