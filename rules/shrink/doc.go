// Package shrink plays Shrink Chess, and orthodox chess beside it: the two
// share men, moves and an eight-by-eight word of squares, and differ in what a
// move does to the board.
//
// Shrink Chess is orthodox chess, except that after each move every row and
// column that the move has emptied disappears, and what lay beyond closes up
// towards a1. Rows that no man has ever stood on remain. The rulings, as the
// comments in the code cite them:
//
//   - R1: only lines that a man of the mover's left in this move can have been
//     emptied: the row and the column of the square it came from and, in
//     castling, the rook's column too. One move can remove a row and a column,
//     or two columns. A collapse empties nothing, so it causes no other.
//   - R2: whether the mover's king is safe is judged once, after the collapse
//     and the promotions. Pins and checks before it mean nothing to such a move.
//   - R3: then every pawn of either side on its last row (White's: the top row;
//     Black's: row 1) promotes, and the mover chooses queen, rook, bishop or
//     knight for each. All the choices together are one move.
//   - R4: pawns make a double step only while the board has eight rows, from
//     row 2 (White) or row 7 (Black).
//   - R5: en passant is orthodox. The square passed over moves with the
//     collapse.
//   - R6: castling asks for an unmoved king and rook with two or three squares,
//     all empty, between them; the king may not be in check and the square that
//     it crosses not attacked, before any collapse; the rest follows from R2.
//     The king goes two squares towards the rook and the rook to the square
//     crossed. A right ends when fewer than two columns are left between.
//   - R7: stalemate is a draw, and so are the bare kings. The smallest board is
//     1×3.
//
// How it is done: a position is four words of bits (bits.Pieces), so that making a
// move is a few shifts and a collapse two shifts and two masks a word. Moves
// are found as sets of squares, all of them legal: ordinary ones by check and
// pin masks, those that empty a line by turning the check masks of the
// collapsed board back to the squares before it. Counting moves is then a
// matter of popcounts, and Make has nothing to verify.
//
// How it is evaluated: a survey notes who attacks what, and the terms that both
// games have in common read it, each game with weights of its own. They come in
// pairs that are blended: in chess by the men that are left, in Shrink Chess by
// the men and the squares. Shrink Chess adds the room of the kings, the men that
// keep up a line alone, and what may shorten the way of pawns. A quiet move
// counts as noisy there if its collapse leaves a pawn next to its last row; other
// collapses are too common among few men.
package shrink
