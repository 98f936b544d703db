import { local } from '../net/stored'

/** The ranking that an identifier without one means. */
export const inventors = 'kqrnbp'

/** Returns the ranking of a variant of Diminuendo Chess: “pbnrqk” of “diminuendo:pbnrqk+qk”. */
export const rankingOf = (variant: string): string => /:([a-z]{6})/.exec(variant)?.[1] ?? inventors

/** Returns the family of a variant: “diminuendo” of “diminuendo:pbnrqk+qk”. */
export function familyOf(variant: string): string {
  return variant.replace(/[:+].*/, '')
}

const key = 'wane-variant'
/** The family that was learned or played last in this browser. */
export const lastVariant = (): string => local.getItem(key) ?? ''
export const noteVariant = (variant: string): boolean => local.setItem(key, familyOf(variant))
