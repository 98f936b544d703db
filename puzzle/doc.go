// Package puzzle holds puzzles: positions in which exactly one move reaches the goal, with the
// line that follows. A Prover finds the puzzle in a position and proves it: every other first
// move fails, and so does every other move of the solver in the line.
//
// What can be proved decides the goal of a puzzle:
//
//   - Mate: the solver forces mate in the smallest number of moves, at most MaxMate. Package
//     engine/mate tries every move of both sides.
//   - Win and Draw: one move alone keeps the result. Tablebases (package tablebase) or the
//     solver of Cheshire Cat Chess (package engine/solver) know the result of every move.
//   - Gain: one move alone wins decisively by the engine's judgment. That is no proof: two
//     searches, the second with several times the nodes, find the same move, and no other one
//     that comes near it. A Puzzle says how it was proved, so users can tell.
//
// ThemesOf says what happens in a solution, by the rules alone. Difficulty estimates a rating.
//
// Read and Write exchange puzzles as text, one puzzle a line. Package puzzle/collection has
// the puzzles that are part of the program.
package puzzle
