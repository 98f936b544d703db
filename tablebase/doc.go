// Package tablebase holds the endgame tablebases of Shrink Chess, and of no other game:
// who wins, and in how many plies, in every position with few pieces in which every
// rank and every file is occupied. The board closes up around the pieces, so there are
// few such positions.
//
// OpenShrink reads tables from files, BuiltinShrink returns those that are part of the
// program (3 and 4 pieces). Probe looks up a position, Moves every legal move of it.
// Solve makes tables by retrograde analysis.
//
// A Result is a win, a draw or a loss for the side to move, with the distance to mate
// (DTM) in plies. It ignores the fifty-move rule and earlier repetitions.
//
// A position outside the domain is an *OutsideError, one without a table a
// *MissingError. The domain is the positions of Shrink Chess in which
//
//   - there are at most MaxPieces pieces, one king of each color among them;
//   - every rank and every file is occupied, which stays so from then on;
//   - castling is no longer possible.
package tablebase
