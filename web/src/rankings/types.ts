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
  reverse: RankingKin
  circle: RankingKin[]
  start: string
  trial: string
}
export interface Rung {
  man: string
  into?: string
  told: string
  onZ: boolean
  start: number
  most: number
}
export interface RankingKin {
  name: string
  order: string
}

export interface Catalogue {
  traits: string[]
  rankings: CatalogueEntry[]
}
/** Names are identifiers: plain, with queenish kings, with flexible pawns, with both. */
export interface CatalogueEntry {
  order: string
  names: [string, string, string, string]
  traits: number[]
}
