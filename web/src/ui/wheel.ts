// Steps through the moves with the mouse wheel over the board.

import type { Walk } from './shortcuts'

const line = 40 // px of a line, for browsers that count the wheel in lines
const notch = 40 // px; a notch of a mouse wheel is more, a swipe on a touchpad adds up
const pause = 300 // ms after which a turn of the wheel is a new one
const open = 'dialog[open], [role=dialog], [role=menu]'

/**
 * Returns a handler of wheel events on a board that steps once per notch. The page scrolls
 * if walk returns null, at the ends of the moves, if a dialog is open, and if the board is
 * not wholly in the window. A turn that has made a step scrolls nothing at the end.
 */
export function wheelSteps(
  walk: () => Pick<Walk, 'atStart' | 'atEnd' | 'back' | 'forward'> | null,
  isOpen = () => !!document.querySelector(open),
): (e: WheelEvent) => void {
  let total = 0
  let turned = -Infinity // when the wheel was last turned
  let stepped = -Infinity // when it last made a step
  return (e) => {
    const s = walk()
    if (!s || e.ctrlKey || e.shiftKey || e.buttons || Math.abs(e.deltaX) > Math.abs(e.deltaY) || isOpen()) return
    const { top, bottom } = (e.currentTarget as Element).getBoundingClientRect()
    if (top < -1 || bottom > innerHeight + 1) return
    const delta = e.deltaY * (e.deltaMode ? line : 1)
    if (delta > 0 ? s.atEnd : s.atStart) {
      if (e.timeStamp - stepped < pause) e.preventDefault()
      total = 0
      return
    }
    e.preventDefault() // the page must not scroll
    if (total * delta < 0 || e.timeStamp - turned > pause) total = 0
    turned = e.timeStamp
    total += delta
    if (Math.abs(total) < notch) return
    if (delta > 0) s.forward()
    else s.back()
    total = 0
    stepped = e.timeStamp
  }
}
