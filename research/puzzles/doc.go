// Package puzzles looks for puzzles in games, and keeps the good ones: those of the engine
// against itself, or games from a file, such as a server's archive. What a puzzle is, and how it
// is proved, package puzzle says.
//
// A run depends on its options alone, not on time or the number of workers, and can be resumed.
package puzzles
