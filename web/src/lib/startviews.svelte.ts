import { retry } from './retry'
import { rules } from './rules'
import type { BoardView, Variant } from './types'

/** Loads the start positions of variants, by name. Call it while a component is set up. */
export function startViews(variants: () => Variant[]): Record<string, BoardView> {
  const views: Record<string, BoardView> = $state({})
  $effect(() => {
    const stops = variants().map((v) =>
      retry(
        () => rules().check(v.name, ''),
        (view) => (views[v.name] = view),
      ),
    )
    return () => stops.forEach((stop) => stop())
  })
  return views
}
