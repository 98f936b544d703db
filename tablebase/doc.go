// Package tablebase knows the truth about the endings of Shrink Chess: who wins,
// and in how many plies, in every position of few men on a board whose every row
// and column is occupied. A board that closes up around its men has few such
// positions, so they can be solved outright, the large endings as well as the
// small ones.
//
// Open reads tables, Builtin are those that are part of the program (3 and 4
// men), Probe looks a position up and Moves every legal move of it. Build makes
// the tables, from the mates backwards.
//
// What is known of a position is its Result: win, draw or loss for the side to
// move, and the distance to mate in plies if the winner hurries and the loser
// resists. The draw by the move count is left out of account, and so are
// repetitions that the game has seen: a Result is about the position, not about
// the game that led to it.
//
// Outside of its domain the package says so (OutsideError), or that it has no
// table (MissingError); it never guesses. In its domain are the positions of
// Shrink Chess in which
//
//   - there are at most MaxMen men, one king on each side among them;
//   - every row and every column is occupied, as it is for ever once it has been;
//   - nobody may castle any more.
package tablebase
