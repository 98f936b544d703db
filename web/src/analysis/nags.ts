// NAGs: the glyphs of annotators, by their numbers in PGN.

export interface Nag {
  nag: number
  sign: string
}

/** Judgements of a move; a move has at most one. */
export const moveNags: Nag[] = [
  { nag: 1, sign: '!' },
  { nag: 2, sign: '?' },
  { nag: 3, sign: '!!' },
  { nag: 4, sign: '??' },
  { nag: 5, sign: '!?' },
  { nag: 6, sign: '?!' },
]
/** Judgements of the position after a move; at most one, too. */
export const positionNags: Nag[] = [
  { nag: 10, sign: '=' },
  { nag: 13, sign: '∞' },
  { nag: 14, sign: '+=' },
  { nag: 15, sign: '=+' },
  { nag: 16, sign: '±' },
  { nag: 17, sign: '∓' },
  { nag: 18, sign: '+−' },
  { nag: 19, sign: '−+' },
]
const others: Nag[] = [
  { nag: 7, sign: '□' },
  { nag: 8, sign: '□' },
  { nag: 11, sign: '=' },
  { nag: 12, sign: '=' },
  { nag: 22, sign: '⨀' },
  { nag: 23, sign: '⨀' },
  { nag: 32, sign: '⟳' },
  { nag: 33, sign: '⟳' },
  { nag: 36, sign: '↑' },
  { nag: 37, sign: '↑' },
  { nag: 40, sign: '→' },
  { nag: 41, sign: '→' },
  { nag: 132, sign: '⇆' },
  { nag: 133, sign: '⇆' },
  { nag: 138, sign: '⊕' },
  { nag: 139, sign: '⊕' },
  { nag: 140, sign: '∆' },
  { nag: 146, sign: 'N' },
]
const signs = new Map([...moveNags, ...positionNags, ...others].map((n) => [n.nag, n.sign]))

/** Returns the sign of a NAG, or its number if it has none. */
export function sign(nag: number): string {
  return signs.get(nag) ?? `$${nag}`
}

const groups = [moveNags, positionNags].map((g) => new Set(g.map((n) => n.nag)))

/** Adds a NAG, replacing others of its group, or removes it if it is there. */
export function toggle(nags: readonly number[], nag: number): number[] {
  if (nags.includes(nag)) return nags.filter((n) => n !== nag)
  const group = groups.find((g) => g.has(nag))
  return [...nags.filter((n) => !group?.has(n)), nag].sort((a, b) => a - b)
}
