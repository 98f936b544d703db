// Package shrink is the rules of Shrink Chess and of orthodox chess: the two share
// pieces, moves and an eight-by-eight word of squares, and differ in what a move
// does to the board.
//
// Shrink Chess is orthodox chess, except that after each move every rank and file
// that the move has emptied disappears, and what lay beyond closes up towards a1.
// Ranks on which no piece has ever stood remain. The rulings, as the comments in
// the code cite them:
//
//   - R1: only lines that a piece of the mover's left in this move can have been
//     emptied: the rank and the file of the square it came from and, in castling,
//     the rook's file too. One move can remove a rank and a file, or two files. A
//     collapse empties nothing, so it causes no other.
//   - R2: whether the mover's king is safe is judged once, after the collapse
//     and the promotions. Pins and checks before it mean nothing to such a move.
//   - R3: then every pawn of either side on its last rank (White's: the top rank;
//     Black's: rank 1) promotes, and the mover chooses queen, rook, bishop or
//     knight for each. All the choices together are one move.
//   - R4: pawns make a double step only while the board has eight ranks, from
//     rank 2 (White) or rank 7 (Black).
//   - R5: en passant is orthodox. The en passant square moves with the collapse.
//   - R6: castling needs an unmoved king and rook with two or three squares, all
//     empty, between them; the king may not be in check and the square that it
//     crosses not attacked, before any collapse; the rest follows from R2. The
//     king goes two squares towards the rook and the rook to the square crossed.
//     A right ends when fewer than two files are left between.
//   - R7: stalemate is a draw, and so are the bare kings. The smallest board is
//     1×3.
//
// How it is done: a position is four words of bits (bitboard.Pieces), so a move is
// a few shifts, and a collapse two shifts and two masks a word. Moves are found
// as sets of target squares, all of them legal: ordinary ones by masks of checks
// and pins, those that empty a line by turning the check masks of the collapsed
// board back to the squares before it. Counting moves is then a matter of
// popcounts, and Make has nothing to verify.
//
// Position and ChessPosition have more methods than game.Position asks for: their
// State, moves with their kinds and null moves. Package engine/eval/shrink
// evaluates positions by them.
package shrink
