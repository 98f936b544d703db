// Package books makes opening books (engine/book): it searches the first plies of a game,
// from the start on, each position with many nodes for several best moves.
//
// The next position is always the one that costs least to reach: each ply costs something, and
// each move as much as it is worse than the best there. So the best lines go deepest, and
// close moves and answers to common errors follow. Moves that self-play chose are searched too.
// In the end, scores go back from the last positions to the first.
//
// The result depends on the engine and the options alone. What was searched is kept in a log,
// so that a run can be interrupted, or continued for more positions.
package books
