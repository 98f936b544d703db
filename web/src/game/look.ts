import type { Look } from '../lib/types'

const looks: Record<string, Look> = { convergent: 'court', diminuendo: 'trio', cheshire: 'mist', cheshire8: 'mist' }

/** How the boards of a variant look: a family has one look. */
export function lookOf(variant: string): Look {
  return looks[variant.split(/[:+]/)[0]!] ?? 'classic'
}
