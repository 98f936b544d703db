// Package convergent plays Convergent Chess, by A.J. Winkelspecht: forty
// squares, b2 to g7 and the four royal squares d1 e1 d8 e8, on which king and
// queen begin. The rules, where they differ from orthodox chess, with the
// rulings that other comments name:
//
//   - Kings and knights move as ever; there is no castling. Rooks and bishops
//     slide at most three squares.
//   - R1 The queen leaps one or two squares in each of the eight directions.
//     What stands between does not matter, so that she never pins and her check
//     cannot be blocked.
//   - R2 A pawn moves or captures one square diagonally forward. It moves,
//     without capturing, one square straight forward and, from a corner of the
//     6×6 (b2 g2 b7 g7), one square sideways. It has no double step, is not
//     taken en passant and does not promote.
//   - R3 A side is in check if its king is attacked or if an enemy man stands
//     on one of its own royal squares. No move may leave the mover in check in
//     either way. Its own men may stand there.
//   - R4 A side without a legal move has lost, in check or not.
//   - R5 A king may enter an enemy royal square that is not attacked. Nothing
//     can take it there, so that this mates.
//
// Threefold repetition and fifty moves by each side without capture or pawn
// move draw. No material is too little to win: a lone king can mate (R5).
//
// Every move that the package gives out is legal by construction: what answers
// all checks, and what a pinned man may do, is known before moves are made.
package convergent
