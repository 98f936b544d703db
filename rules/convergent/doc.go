// Package convergent implements the rules of Convergent Chess, by A.J. Winkelspecht:
// forty squares, b2 to g7 and the four royal squares d1 e1 d8 e8, on which kings and
// queens start. The differences from orthodox chess, with the rulings that comments
// cite:
//
//   - Kings and knights move as in chess; there is no castling. Rooks and bishops
//     slide at most three squares.
//   - R1 The queen jumps one or two squares in each of the eight directions.
//     Pieces between do not matter, so it never pins and its check cannot be
//     blocked.
//   - R2 A pawn moves or captures one square diagonally forward. It moves,
//     without capturing, one square straight forward and, from a corner of the
//     6×6 (b2 g2 b7 g7), one square sideways. There is no double step, no en
//     passant and no promotion.
//   - R3 A side is in check if its king is attacked or if an enemy piece is on one
//     of its royal squares. No move may leave the mover in check in either way. Its
//     own pieces may stand there.
//   - R4 A side without a legal move has lost, in check or not.
//   - R5 A king may enter an enemy royal square that is not attacked. Nothing can
//     capture it there, so this is mate.
//
// Threefold repetition and fifty moves by each side without a capture or a pawn move
// are draws. There is no insufficient material: a lone king can mate (R5).
//
// Moves are legal by construction: the generator knows the squares that answer all
// checks, and those that a pinned piece may go to.
//
// The package offers New. Its other exported names, such as State, Targets and the
// attack tables, are for the evaluator in engine/eval/convergent and carry no promise
// of stability.
package convergent
