// What the server tells of the family of Diminuendo Chess, as package rankings has
// it in Go.

export interface RankingFacts {
  name: string
  title: string
  order: string
  queenish: boolean
  flexible: boolean
  ladder: Rung[]
  royal: string[]
  notes: string[]
  reverse: RankingLink
  circle: RankingLink[]
  start: string
  trial: string
}
export interface Rung {
  piece: string
  into?: string
  text: string
  onZ: boolean
  start: number
  most: number
}
export interface RankingLink {
  name: string
  order: string
}

export interface RankingList {
  traits: string[]
  rankings: RankingEntry[]
}
/** Names are identifiers: plain, with queenish kings, with flexible pawns, with both. */
export interface RankingEntry {
  order: string
  names: [string, string, string, string]
  traits: number[]
}
