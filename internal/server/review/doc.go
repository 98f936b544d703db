// Package review analyzes finished games with an engine and judges their moves: the
// evaluation of every position, the moves that lost winning chances with better ones,
// missed mates, and the accuracy of both players.
//
// The work is split into parts for many workers. Analyze evaluates some positions of a
// game, from the last to the first, so that the engine remembers the consequences of
// a move when it judges it. NewReport makes a Report of all evaluations. A Review, a
// pure state machine, issues one Job after the other and applies an
// Answer for each. Limits are node counts, so a Job has the same result on any worker
// and however often it is done.
//
// # Judgment
//
// Moves are judged as on Lichess, by winning chances, the expected points from 0 to 1
// (see WinningChances). A move that loses 0.05 or more is an inaccuracy (?!), from 0.10 a
// mistake (?), from 0.15 a blunder (??); see MarkOf. A move that walks into a forced mate is
// marked also in a lost game: a blunder, behind by more than seven pawns a mistake, by ten
// an inaccuracy. The engine's own choice is never marked, and before it marks another
// move, the engine searches the position again and longer.
//
// A move misses a mate if its player had a forced mate before it and has none
// afterwards, even if the game is still won.
//
// The accuracy of a move is 103.17 · e^(−4.354 · loss) − 2.17, and 100 at most: 81 for the
// smallest inaccuracy, 65 for the smallest mistake, 52 for the smallest blunder, 10 for
// half a point, 0 for a whole one. It is exponential because losses are unequal: a
// game is not half lost by a loss of 0.01. For a player's accuracy see GameAccuracy.
//
// # Service
//
// A Service runs reviews: it takes requests, enqueues the parts of a review one after
// the other, stores the answers, and reports progress. All state is in the database,
// where the number of a change decides races. So any node may take a request or an
// answer for any review, and a review resumes when a node dies. A review has one part
// in the queue at a time, so that many reviews share the workers evenly.
package review
