// The server's variants and their boards, for pages, which get on without them until they are there.

import { call } from '../net/api'
import { insist, insistOnList } from '../net/load.svelte'
import type { BoardView, Variant } from '../net/types'
import { rules } from './rules'

/** Loads the variants. Call it while a component is set up. */
export const allVariants = () => insistOnList(() => call('GET', '/variants'))

/** Loads a position: the start if its FEN is empty. Call it while a component is set up. */
export const position = (of: () => readonly [variant: string, fen: string] | null | undefined | false) =>
  insist(() => {
    const asked = of()
    return asked ? rules().check(...asked) : undefined
  })

/** Loads the start positions of variants, by name. Call it while a component is set up. */
export function startViews(variants: () => Variant[]): Record<string, BoardView> {
  const views: Record<string, BoardView> = $state({})
  $effect(() => {
    for (const { name } of variants()) insist(() => rules().check(name, ''), { then: (view) => (views[name] = view) })
  })
  return views
}
