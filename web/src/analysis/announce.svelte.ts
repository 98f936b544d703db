import { untrack } from 'svelte'
import { playSounds } from '../board/around'
import { other } from '../rules/record'
import type { BoardView } from '../net/types'
import { ended } from '../ui/text'
import { say } from '../play/text'
import { study as words } from './text'
import type { Study } from './study.svelte'

/**
 * Says how a live game would be drawn in a position where analysis goes on, or ''. Narrations tell only of mates and
 * stalemates.
 */
export const drawnBy = (view: BoardView): string => (view.result && !view.final ? `${ended(view)}.` : '')

/**
 * Tells screen readers what the board shows; moves that were just played have sounds. Call it while a component is set
 * up.
 */
export function announceMoves(open: () => Study): void {
  let announced = untrack(() => open().views.at)
  $effect(() => {
    const study = open()
    const { at, view } = study.views
    if (at === null || at === announced || !view) return
    const first = announced === null
    announced = at
    if (first) return
    study.announcer.speak(view.ply ? [say.move(other(view.turn), view), drawnBy(view)].join(' ').trim() : words.start)
    if (view.steps) playSounds(view)
  })
}
