// How boards look and move, by the user's preferences, or by the address of an embedded board.

import type { BoardTheme } from '../lib/storedprefs'
import type { Look } from '../lib/types'

export const appearance = $state({
  /** The board themes of looks that have another than their own. */
  boards: {} as Partial<Record<Look, BoardTheme>>,
  /** How much longer than usual animations take. */
  slowness: 1,
})

/** Returns the CSS classes of a board of a look. */
export function lookClass(look: Look | undefined): string {
  const theme = look && appearance.boards[look]
  return theme ? `look-${look} board-${theme}` : `look-${look}`
}
