// Texts for the choice of a ranking of Diminuendo Chess.
import { pieces } from '../ui/text'

export const ranking = {
  ranking: 'Ranking',
  rankings: {
    kqrnbp: 'Inventor’s ranking',
    pbnrqk: 'Crescendo: captured pieces grow',
    qrnbpk: 'King last',
    own: 'Custom order',
  },
  rankingOrder: 'Order of the pieces',
  rankingsFailed: 'The rankings did not load.',
  rankingsExplore: 'Explore rankings',
  earlier: (piece: string) => `Move the ${piece} one place earlier`,
  later: (piece: string) => `Move the ${piece} one place later`,
  shuffle: 'Shuffle',
  queenish: 'Queenish kings: also step one square diagonally',
  flexible: 'Flexible pawns: also move, not only capture, diagonally forward',
  pieces,
}
