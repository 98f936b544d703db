// Package solver measures how many positions near the end of a game engine/solver can
// solve. It collects positions from self-play, spread evenly over the number of free
// squares (game.Acyclic), lets the solver work on each for some time on one thread, and
// reports the results by the number of free squares.
package solver
