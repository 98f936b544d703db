// Package shrink implements the rules of Shrink Chess and of orthodox chess. The two
// share pieces, moves and a bitboard of 8×8 squares, and differ in what a move does
// to the board.
//
// Shrink Chess is orthodox chess, except that after each move every rank and file
// that the move has emptied disappears, and the board closes up towards a1. Ranks
// on which no piece has ever stood remain. Comments in the code cite the rulings:
//
//   - R1: a move can only empty the rank and the file of the square that it leaves
//     and, in castling, the rook's file. One move can remove a rank and a file, or
//     two files. A collapse empties nothing, so it causes no other.
//   - R2: the mover's king must be safe after the collapse and the promotions.
//     Pins and checks before a collapse do not matter.
//   - R3: after the collapse every pawn of either color on its last rank (White's:
//     the top rank; Black's: rank 1) promotes, and the mover chooses queen, rook,
//     bishop or knight for each. All the choices together are one move.
//   - R4: pawns make a double step only while the board has eight ranks, from
//     rank 2 (White) or rank 7 (Black).
//   - R5: en passant is orthodox. The en passant square moves with the collapse.
//   - R6: castling needs an unmoved king and rook with two or three squares, all
//     empty, between them. Before any collapse the king may not be in check, and
//     the square that it crosses not attacked; the rest follows from R2. The king
//     goes two squares towards the rook, the rook to the square that the king
//     crosses. A right ends when fewer than two files are left between.
//   - R7: stalemate is a draw, and so is king against king. The smallest board is
//     1×3.
//
// A position is four words of bits (bitboard.Pieces), so a move is a few shifts, and
// a collapse two shifts and two masks a word. The generator finds sets of legal
// target squares: ordinary moves by masks of checks and pins, moves that empty a
// line by mapping the check masks of the collapsed board back to the squares before.
// So moves are counted by population counts, and Make verifies nothing.
//
// The package offers New and NewChess. Its other exported names, such as State, Targets
// and the attack tables, are for the evaluators in engine/eval/shrink and carry no
// promise of stability.
package shrink
