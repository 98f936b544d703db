/** Returns the family of a variant: “diminuendo” of “diminuendo:pbnrqk+qk”. */
export function familyOf(variant: string): string {
  return variant.replace(/[:+].*/, '')
}
