package cheshire

import (
	_ "embed"
	"sync"

	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/engine/eval/weights"
)

// values are the weights, in centipawns. The last dimension of most is {on a full board,
// on an empty one}: positions between are interpolated by the number of squares that are
// left.
type values struct {
	Tempo      weights.Pair    // the right to move
	Piece      [7]weights.Pair // a piece, by game.PieceType
	BishopPair weights.Pair    // two bishops or more

	// A piece by the squares that it can go to and no enemy pawn guards.
	KnightMobility [9]weights.Pair
	BishopMobility [16]weights.Pair
	RookMobility   [18]weights.Pair
	QueenMobility  [28]weights.Pair
	Stuck          [7]weights.Pair // a piece by game.PieceType with no square left on any of its lines
	Lines          [7]weights.Pair // a square that is left on a slider's lines, whatever stands between

	// A side's moves, two together: of pieces to squares that no enemy pawn guards, of its king to safe ones.
	Spare  [16]weights.Pair
	Ground weights.Pair // a square to land on that a side sees and the enemy does not
	Front  weights.Pair // one that both see

	Pawn      [9]weights.Pair // by the steps left to promotion
	Blocked   weights.Pair    // one that cannot step straight on
	Onward    [2]weights.Pair // a second step that it could take after the first, and a third
	Mute      weights.Pair    // no step ahead and no square left to capture on
	Supported weights.Pair    // guarded by a pawn

	Queenly       weights.Pair       // a king that has not moved
	FarReach      weights.Pair       // a safe square that it can go to beyond a king's step
	KingRoom      [9]weights.Pair    // squares beside the king that it could go to
	FarRoom       [13]weights.Pair   // squares two such steps away
	Exposed       [2]weights.Pair    // a square where an enemy queen would check a king that has moved, that has not
	KingRing      [7]weights.Pair    // a square beside the enemy king that a piece sees, by game.PieceType
	KingAttackers [6]weights.Pair    // how many pieces see such a square
	SafeCheck     [7][4]weights.Pair // a safe check to give, by game.PieceType and the enemy king's escapes
	Pinned        weights.Pair       // an own piece that shields the king from a check and must continue to do so
}

//go:embed weights.txt
var tunedText string

// tuned returns the weights that are part of the program.
var tuned = sync.OnceValue(func() values { return weights.MustRead[values](tunedText) })

// Weights implements engine.Tunable.
func (e *Evaluator) Weights() []engine.Weight { return weights.Named(tunedText, &e.weights) }
