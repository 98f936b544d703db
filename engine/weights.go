package engine

import "github.com/wane-chess/wane/game"

// Weight is a named number of an evaluator.
type Weight struct {
	// Name is the name of a group, such as "Mobility", with an index for each
	// dimension of the group: "Mobility[3][0]".
	Name  string
	Value *Score // in centipawns unless the group says otherwise
}

// Evaluator is the evaluation of one game, with weights of its own. Any number of
// evaluators of one game exist side by side.
type Evaluator interface {
	// Board returns a board for a position of the evaluator's game: a copy with its
	// history. It panics if the position is of another game. Any number of
	// goroutines may call it at once.
	Board(game.Position) Board
	// Weights lists the weights, always in the same order. Change them only while
	// no board evaluates, and call Reweigh afterwards.
	Weights() []Weight
	// Reweigh brings up to date what is derived from the weights, also for boards
	// made before.
	Reweigh()
}
