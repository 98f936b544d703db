package cheshireeval

import (
	_ "embed"
	"fmt"
	"sync"

	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/engine/eval/weights"
)

// values are the weights, in centipawns. The last dimension of most
// is {on a full board, on an empty one}: what counts in between is between, by
// the squares that are left.
type values struct {
	Tempo [2]engine.Score    // the right to move
	Piece [7][2]engine.Score // a piece, by game.PieceType
	Pair  [2]engine.Score    // two bishops or more

	// A piece by the squares that it can go to and no enemy pawn guards.
	Knight [9][2]engine.Score
	Bishop [16][2]engine.Score
	Rook   [18][2]engine.Score
	Queen  [28][2]engine.Score
	Stuck  [7][2]engine.Score  // a piece by game.PieceType with no square left on any of its lines
	Lines  [7][2]engine.Score  // a square that is left on a slider's lines, whatever stands between
	Spare  [16][2]engine.Score // a side's moves by pieces to squares that no enemy pawn guards and by its king to safe ones, two together
	Ground [2]engine.Score     // a square to land on that a side sees and the enemy does not
	Front  [2]engine.Score     // one that both see

	Pawn    [9][2]engine.Score // by the steps left to promotion
	Blocked [2]engine.Score    // one that cannot step straight on
	Onward  [2][2]engine.Score // a second step that it could take after the first, and a third
	Mute    [2]engine.Score    // no step ahead and no square left to capture on
	Guarded [2]engine.Score    // guarded by a pawn

	Queenly   [2]engine.Score       // a king that has not moved
	FarReach  [2]engine.Score       // a safe square that it can go to beyond a king's step
	Escapes   [9][2]engine.Score    // squares beside the king that it could go to
	Room      [13][2]engine.Score   // squares two such steps away
	Exposed   [2][2]engine.Score    // a square from which an enemy queen would give check: to a king that has moved, to one that has not
	Siege     [7][2]engine.Score    // a square beside the enemy king that a piece sees, by game.PieceType
	Besiegers [6][2]engine.Score    // how many pieces see such a square
	Checks    [7][4][2]engine.Score // a safe check to give, by game.PieceType and the enemy king's escapes
	Pinned    [2]engine.Score       // an own piece that shields the king from a check and must continue to do so
}

//go:embed weights.txt
var tunedText string

// tuned returns the weights that are part of the program.
var tuned = sync.OnceValue(func() values {
	var w values
	weights.MustRead(tunedText, w.list())
	return w
})

// Weights implements engine.Evaluator.
func (e *Evaluator) Weights() []engine.Weight { return e.w.list() }

// list lists the weights.
func (w *values) list() []engine.Weight {
	var l weights.List
	l.Pair("Tempo", &w.Tempo)
	l.Pairs("Piece", w.Piece[:])
	l.Pair("Pair", &w.Pair)
	l.Pairs("Knight", w.Knight[:])
	l.Pairs("Bishop", w.Bishop[:])
	l.Pairs("Rook", w.Rook[:])
	l.Pairs("Queen", w.Queen[:])
	l.Pairs("Stuck", w.Stuck[:])
	l.Pairs("Lines", w.Lines[:])
	l.Pairs("Spare", w.Spare[:])
	l.Pair("Ground", &w.Ground)
	l.Pair("Front", &w.Front)
	l.Pairs("Pawn", w.Pawn[:])
	l.Pair("Blocked", &w.Blocked)
	l.Pairs("Onward", w.Onward[:])
	l.Pair("Mute", &w.Mute)
	l.Pair("Guarded", &w.Guarded)
	l.Pair("Queenly", &w.Queenly)
	l.Pair("FarReach", &w.FarReach)
	l.Pairs("Escapes", w.Escapes[:])
	l.Pairs("Room", w.Room[:])
	l.Pairs("Exposed", w.Exposed[:])
	l.Pairs("Siege", w.Siege[:])
	l.Pairs("Besiegers", w.Besiegers[:])
	for pt := range w.Checks {
		l.Pairs(fmt.Sprintf("Checks[%d]", pt), w.Checks[pt][:])
	}
	l.Pair("Pinned", &w.Pinned)
	return l
}
