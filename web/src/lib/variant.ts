/** The ranking that an identifier without one means. */
export const inventors = 'kqrnbp'

/** Returns the ranking of a variant of Diminuendo Chess: “pbnrqk” of “diminuendo:pbnrqk+qk”. */
export const rankingOf = (variant: string): string => /:([a-z]{6})/.exec(variant)?.[1] ?? inventors

/** Returns the family of a variant: “diminuendo” of “diminuendo:pbnrqk+qk”. */
export function familyOf(variant: string): string {
  return variant.replace(/[:+].*/, '')
}
