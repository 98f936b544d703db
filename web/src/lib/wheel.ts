// Steps through the moves with the mouse wheel over the board.

const line = 40 // px of a line, for browsers that count the wheel in lines
const notch = 40 // px; a notch of a mouse wheel is more, a swipe on a touchpad adds up
const open = 'dialog[open], [role=dialog], [role=menu]'

interface Moves {
  back(): void
  forward(): void
}

/** Returns a handler of wheel events that steps once per notch. While moves returns null or a dialog is open, the wheel scrolls. */
export function wheelSteps(moves: () => Moves | null, isOpen = () => !!document.querySelector(open)): (e: WheelEvent) => void {
  let total = 0
  return (e) => {
    const m = moves()
    if (!m || e.ctrlKey || e.shiftKey || e.buttons || Math.abs(e.deltaX) > Math.abs(e.deltaY) || isOpen()) return
    e.preventDefault() // the page must not scroll
    const delta = e.deltaY * (e.deltaMode ? line : 1)
    total = total * delta < 0 ? delta : total + delta
    if (Math.abs(total) < notch) return
    if (total > 0) m.forward()
    else m.back()
    total = 0
  }
}
