// Package solverstats measures how much of the last phase of a game the solver
// (engine/solver) can settle: it takes positions from games of the engine against
// itself, spread evenly by the number of squares that can still be entered, lets
// the solver work on each for some time on one thread, and sums up what became
// known, and how soon. internal/lab/solverstats/gen makes the list of positions.
//
// The squares that can still be entered are those that are there and empty
// (game.Acyclic's Room). A move that takes nothing fills one of them for good.
package solverstats
