import type { Preview } from '../net/types'

interface Options {
  /** The move to preview, in UCI. */
  move: () => string | null
  load: () => ((move: string) => Promise<Preview>) | undefined
  /** Called with the narration of a loaded preview, and with null when it does not apply any more. */
  onchange: (narration: string[] | null) => void
}

/** Loads the preview of a move whenever the move changes. Call it while a component is set up. */
export function previewer({ move, load, onchange }: Options): { readonly preview: Preview | null } {
  let preview = $state.raw<Preview | null>(null)
  $effect(() => {
    const uci = move()
    const fetch = load()
    preview = null
    if (!uci || !fetch) return
    let current = true
    fetch(uci).then(
      (p) => {
        if (!current) return
        preview = p
        onchange(p.narration)
      },
      () => {}, // the move can be played without a preview
    )
    return () => {
      current = false
      onchange(null)
    }
  })
  return {
    get preview() {
      return preview
    },
  }
}
