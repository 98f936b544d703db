// The lists of tournaments, kept up to date while a page is in view.

import { tournaments } from './api'
import type { Tournaments } from './types'

const every = 30_000 // ms between looks

export class Lists {
  found = $state.raw<Tournaments | null>(null)
  /** The last look failed. */
  failed = $state(false)
  now = $state(Date.now())

  /** Looks again and again. Returns a function that stops it. */
  follow(variant = ''): () => void {
    let here = true
    const look = () => {
      if (document.visibilityState === 'hidden') return
      tournaments.all(variant).then(
        (found) => {
          if (!here) return
          this.found = found
          this.failed = false
          this.now = Date.now()
        },
        () => here && (this.failed = true),
      )
    }
    look()
    const timer = setInterval(look, every)
    document.addEventListener('visibilitychange', look)
    return () => {
      here = false
      clearInterval(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }
}
