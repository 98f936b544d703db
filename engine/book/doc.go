// Package book reads and writes opening books: the first plies of a game as a tree of
// moves, each with the score that a long search gives it.
//
// Books come with wane for the games that BuiltIn lists. A book knows positions, whatever
// the moves before. Pick chooses a move that is nearly as good as the best, and Play one
// for a level of the engine, so that games differ.
//
// A file is compressed text with a line for each move: ply, UCI move and score. The moves
// that follow a move come after it. Package research/books makes books.
//
// The search knows no book: the levels and protocols of the engine ask for a book move first, and the opening explorer
// shows the scores.
package book
