/** The name of the family that a variant belongs to: “diminuendo” of “diminuendo:pbnrqk+qk”. */
export function familyOf(variant: string): string {
  return variant.replace(/[:+].*/, '')
}
