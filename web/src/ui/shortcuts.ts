// The keyboard shortcuts of the pages with a board, and the steps through moves, which buttons and the wheel take, too.

type Actions = Record<string, () => void>

/** The elements that use the keys themselves. Who types where a chat is does not mean the board. */
const fields = 'input:not([type=checkbox]):not([type=radio]), textarea, select, dialog, [role=dialog], .chat'
/** The groups of controls in which the arrow keys move the focus. */
const groups = '[role=grid], [role=tablist], [role=toolbar], [role=radiogroup], fieldset'

// After a click into a group the arrow keys belong to the page, which steps through the
// moves: until the focus leaves the group, or a key operates its controls.
let clicked: Element | null = null
const operating = ['Tab', 'Enter', ' ']

/** Learns from the events of a document which group of controls was clicked last. */
export function watchClicks(page: Pick<Document, 'addEventListener'>): void {
  page.addEventListener('pointerdown', (e) => (clicked = (e.target as Element).closest?.(groups) ?? null), true)
  page.addEventListener('keydown', (e) => operating.includes(e.key) && (clicked = null), true)
  page.addEventListener(
    'focusin',
    (e) => {
      const at = e.target as Node
      // A click on a label focuses what is around the group before it focuses the control.
      if (clicked && !clicked.contains(at) && !at.contains(clicked)) clicked = null
    },
    true,
  )
}
if (typeof document !== 'undefined') watchClicks(document)

/** Reports whether a key was pressed in a group of controls that has the focus since a click. */
export function isClicked(e: KeyboardEvent): boolean {
  return clicked?.contains(e.target as Node) ?? false
}

/** Reports whether a key is for a text field, a dialog, or radio buttons that the user has reached by keys. */
export function isInField(e: KeyboardEvent): boolean {
  const at = e.target as Element
  return !!at.closest?.(fields) || (!!at.closest?.('[type=radio]') && !isClicked(e))
}

/** Reports whether the arrow keys are for the board, or for an element that matches more. */
export function isOnBoard(e: KeyboardEvent, more = ''): boolean {
  return !!(e.target as Element).closest?.(more ? `[role=grid], ${more}` : '[role=grid]') && !isClicked(e)
}

export function hasModifier(e: KeyboardEvent): boolean {
  return e.ctrlKey || e.metaKey || e.altKey
}

/** Returns the action of a letter in either case, and of other keys, if single-key shortcuts are on. */
export function singleKeys(enabled: boolean, actions: Actions): Actions {
  if (!enabled) return {}
  return Object.fromEntries(
    Object.entries(actions).flatMap(([key, act]) => [...new Set([key, key.toUpperCase()])].map((k) => [k, act])),
  )
}

/** Steps through a line of moves. */
export interface Walk {
  readonly atStart: boolean
  readonly atEnd: boolean
  /** The last move is shown: not so at the end of a variation. By default as atEnd. */
  readonly atLast?: boolean
  first(): unknown
  back(): unknown
  forward(): unknown
  last(): unknown
}

/** Returns the steps through plies, of which one is shown. */
export const walkOf = (ply: () => number, end: () => number, show: (ply: number) => unknown): Walk => ({
  get atStart() {
    return ply() <= 0
  },
  get atEnd() {
    return ply() >= end()
  },
  first: () => show(0),
  back: () => show(ply() - 1),
  forward: () => show(ply() + 1),
  last: () => show(end()),
})

/** Returns the actions of the keys that step through the moves. */
export function moveKeys(walk: Pick<Walk, 'first' | 'back' | 'forward' | 'last'>): Actions {
  return {
    ArrowLeft: () => void walk.back(),
    ArrowRight: () => void walk.forward(),
    Home: () => void walk.first(),
    End: () => void walk.last(),
  }
}

/** Runs the action of a key, in place of what the browser would do. */
export function runShortcut(e: KeyboardEvent, actions: Actions): void {
  const act = actions[e.key]
  if (!act) return
  e.preventDefault()
  act()
}
