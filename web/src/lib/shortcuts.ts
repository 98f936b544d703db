// The keyboard shortcuts of the pages with a board.

type Actions = Record<string, () => void>

/** The elements that use the keys themselves. */
const fields = 'input:not([type=checkbox]), textarea, select, dialog, [role=dialog]'
/** A board that was not clicked navigates its squares with the arrow keys. */
const navigableBoard = '[role=grid]:not([data-pointed])'

/** Reports whether a key is for a text field or a dialog. */
export function isInField(e: KeyboardEvent): boolean {
  return !!(e.target as Element).closest?.(fields)
}

/** Reports whether the arrow keys are for the board. */
export function isOnBoard(e: KeyboardEvent, more = ''): boolean {
  return !!(e.target as Element).closest?.(more ? `${navigableBoard}, ${more}` : navigableBoard)
}

export function hasModifier(e: KeyboardEvent): boolean {
  return e.ctrlKey || e.metaKey || e.altKey
}

/** Returns the action of a letter in either case, and of other keys, if single-key shortcuts are on. */
export function singleKeys(enabled: boolean, actions: Actions): Actions {
  if (!enabled) return {}
  return Object.fromEntries(Object.entries(actions).flatMap(([key, act]) => [...new Set([key, key.toUpperCase()])].map((k) => [k, act])))
}

/** Returns the actions of the keys that step through the moves. */
export function moveKeys(moves: { first(): void; back(): void; forward(): void; last(): void }): Actions {
  return { ArrowLeft: () => moves.back(), ArrowRight: () => moves.forward(), Home: () => moves.first(), End: () => moves.last() }
}

/** Runs the action of a key, in place of what the browser would do. */
export function runShortcut(e: KeyboardEvent, actions: Actions): void {
  const act = actions[e.key]
  if (!act) return
  e.preventDefault()
  act()
}
