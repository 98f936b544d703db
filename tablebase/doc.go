// Package tablebase holds the endgame tables of Shrink Chess, and of no other
// game: who wins, and in how many plies, in every position with few pieces in
// which every rank and every file is occupied. A board that closes up around its
// pieces has few such positions, so they can be solved completely.
//
// OpenShrink reads tables from files, BuiltinShrink returns those that are part of
// the program (3 and 4 pieces). Probe looks up a position, Moves every legal move
// of it. Solve makes tables, from the mates backwards.
//
// A Result is a win, a draw or a loss for the side to move, with the distance to
// mate in plies if the winner hurries and the loser resists. It ignores the
// fifty-move rule and earlier repetitions: it is about the position, not about
// the game that led to it.
//
// A position outside the domain is an *OutsideError, one without a table a
// *MissingError; the package never guesses. The domain is the positions of Shrink
// Chess in which
//
//   - there are at most MaxPieces pieces, one king of each color among them;
//   - every rank and every file is occupied, as they stay from then on;
//   - castling is no longer possible.
package tablebase
