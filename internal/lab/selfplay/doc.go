// Package selfplay makes positions with results: it lets an engine play games
// against itself from random openings, and writes the quiet positions of each
// game to a file, or its moves. What is written depends only on the options and on the engine,
// not on how many games run at a time or on how often the work was interrupted.
//
// The file begins with a line that names the options. Each game follows as one
// line a position and one line that closes the game:
//
//	shrink | rnbqkbnr/… w KQkq - 0 9 | 0.5 | -13 | 16
//	# game 17: 1/2-1/2, threefold repetition, 93 plies
//
// A position has the game's name, the FEN, the result for White (1, 0.5 or 0),
// the search's score in centipawns for White, and how many plies were
// played before it.
//
// Where moves are asked for, each game is one line: its name, the result, how many
// plies it had, and the moves in UCI notation, or as many of them as were asked for:
//
//	shrink | 1-0 | 61 | e2e4 d7d5 e4d5 c6c5
package selfplay
