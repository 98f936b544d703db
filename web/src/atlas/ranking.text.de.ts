// Texte für die Wahl einer Rangordnung von Diminuendo-Schach.
import type * as en from './ranking.text'
import { pieces } from '../ui/text.de'

export const ranking = {
  ranking: 'Rangfolge',
  rankings: {
    kqrnbp: 'Rangfolge des Erfinders',
    pbnrqk: 'Crescendo: Geschlagene werden stärker',
    qrnbpk: 'König zuletzt',
    own: 'Eigene Rangfolge',
  },
  rankingOrder: 'Reihenfolge der Figuren',
  rankingsFailed: 'Die Rangfolgen konnten nicht geladen werden.',
  rankingsExplore: 'Rangfolgen entdecken',
  earlier: (piece) => `${piece}: einen Platz nach vorn`,
  later: (piece) => `${piece}: einen Platz nach hinten`,
  shuffle: 'Mischen',
  queenish: 'Damenhafte Könige: ziehen auch ein Feld diagonal',
  flexible: 'Flexible Bauern: ziehen auch ohne zu schlagen diagonal vorwärts',
  pieces,
} satisfies typeof en.ranking
