// What an edit has done, for those who cannot see it.

import { editor as words } from '../text/editor'
import { manOn } from './tools'
import type { Draft, DraftEdit } from './types'

/** Tells it in a sentence or two; what is wrong only where that is not as before. */
export function told(edit: DraftEdit, before: Draft | null, after: Draft): string {
  const faults = after.faults ?? []
  const same = before && faults.length === (before.faults ?? []).length && faults.every((f, i) => f.text === before.faults![i]!.text)
  const state = same ? '' : faults.length ? `${words.few(faults.length)}: ${faults[0]!.text}` : words.ready
  return [did(edit, after), state]
    .filter(Boolean)
    .map((s) => (s.endsWith('.') ? s : s + '.'))
    .join(' ')
}

function did(edit: DraftEdit, after: Draft): string {
  const cell = after.scene.cells?.find((c) => c.key === edit.cells?.at(-1))
  const man = cell && manOn(after, cell.key)
  switch (edit.do) {
    case 'put':
    case 'move':
      return cell && man ? words.put(man, cell.name) : ''
    case 'lift':
      return cell ? words.lifted(cell.name) : ''
    case 'vanish':
      return cell ? (cell.gone ? words.vanished(cell.name) : words.back(cell.name)) : ''
    case 'start':
      return words.start
    case 'clear':
      return words.clear
    default:
      return ''
  }
}
