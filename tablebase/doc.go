// Package tablebase holds the endgame tablebases of Shrink Chess and Convergent Chess:
// who wins, and in how many plies, in every position with few pieces.
//
// Open reads tables from files, Builtin returns those that are part of the program
// (3 and 4 pieces of Shrink Chess, 2 and 3 of Convergent Chess). Probe looks up a
// position, Moves every legal move of it. Solve makes tables by retrograde analysis.
//
// A Result is a win, a draw or a loss for the side to move, with the distance to mate
// (DTM) in plies. It ignores the fifty-move rule and earlier repetitions. In Convergent
// Chess, a mate is any position without a legal move.
//
// A position outside the domain is an *OutsideError, one without a table a
// *MissingError. The domain of Shrink Chess, whose board closes up around the pieces, is
// the positions in which
//
//   - there are at most MaxPieces pieces, one king of each color among them;
//   - every rank and every file is occupied, which stays so from then on;
//   - castling is no longer possible.
//
// The domain of Convergent Chess is all positions with at most 5 pieces.
//
// The games share materials, files, packing, the cache and lookups. Each has a layout of
// its own, which numbers the positions of a material, and a solver.
package tablebase
