// Package selfplay plays games of an engine against itself from random openings, and
// writes the quiet positions of each game with its result, or its moves, to a file.
// The file depends only on the options and the engine, not on concurrency or
// interruptions.
//
// The first line of the file has the options. Each game is one line for each position,
// and one line that ends the game:
//
//	shrink | rnbqkbnr/… w KQkq - 0 9 | 0.5 | -13 | 16
//	# game 17: 1/2-1/2, threefold repetition, 93 plies
//
// A position has the game's name, the FEN, the result for White (1, 0.5 or 0), the
// search's score for White in centipawns, and the ply.
//
// As moves, each game is one line: its name, the result, the number of plies, and the
// moves in UCI notation, all or the first ones:
//
//	shrink | 1-0 | 61 | e2e4 d7d5 e4d5 c6c5
package selfplay
