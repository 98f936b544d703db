// Descriptions of edits for screen readers.

import { editor as words } from './text'
import { pieceOn } from './tools'
import type { Draft, DraftEdit } from '../net/types'

/** Describes an edit, and the problems of the draft if they have changed. */
export function narrate(edit: DraftEdit, before: Draft | null, after: Draft): string {
  const faults = after.faults ?? []
  const same =
    before &&
    faults.length === (before.faults ?? []).length &&
    faults.every((f, i) => f.text === before.faults![i]!.text)
  const state = same ? '' : faults.length ? `${words.few(faults.length)}: ${faults[0]!.text}` : words.ready
  return [did(edit, after), state]
    .filter(Boolean)
    .map((s) => (s.endsWith('.') ? s : s + '.'))
    .join(' ')
}

function did(edit: DraftEdit, after: Draft): string {
  const square = after.view.squares?.find((c) => c.key === edit.squares?.at(-1))
  const piece = square && pieceOn(after, square.key)
  switch (edit.do) {
    case 'put':
    case 'move':
      return square && piece ? words.put(piece, square.name) : ''
    case 'remove':
      return square ? words.lifted(square.name) : ''
    case 'vanish':
      return square ? (square.vanished ? words.vanished(square.name) : words.back(square.name)) : ''
    case 'start':
      return words.start
    case 'clear':
      return words.clear
    default:
      return ''
  }
}
