package diminuendo

import (
	_ "embed"
	"sync"

	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/engine/eval/weights"
)

// values are what the evaluation counts with, in centipawns. All games of the family have
// the same kinds. Arrays of 7 go by piece type. Pairs are the value on a full
// board and that on an empty one, unless a comment says otherwise; between them it
// changes with the number of pieces.
type values struct {
	// Strength is the worth of a piece by itself. Comeback is the share, in 256ths, of
	// the worth of the piece that it becomes when captured, which adds to its own.
	Strength [7]engine.Score
	Comeback engine.Score
	// Becomes is added to the strength of a type by the type that it returns as; 0 is for a
	// piece that leaves the board.
	Becomes      [7][7]engine.Score
	KingComeback engine.Score    // the same of kings, which become the next only by moving to z
	ExtraKings   [4]engine.Score // a second king, also a third, a fourth, and more: one piece more to guard
	QueenishKing engine.Score    // what the queenish king adds to the strength of a king
	FlexiblePawn engine.Score    // and the flexible pawn to that of a pawn

	Mobility      [7]weights.Pair // each square that it sees, unless a piece of its color or an attack by a pawn is there
	Center        [7]weights.Pair // each of the three rings around z that it stands within
	KingRing      [7]weights.Pair // each attack by a piece on a square beside an enemy king
	KingAttackers [8]engine.Score // that many pieces attacking such squares, or more

	Pawn   [8]weights.Pair // a pawn that many steps before the last square of its file; 7: z lies before it
	Passed [8]weights.Pair // the same once no enemy pawn can stop it, in addition

	// Of the pairs below the first is for the side to move, the second for the
	// other.
	Hanging    weights.Pair // in 256ths, what the capture of a piece that is not defended gains
	PawnThreat weights.Pair // in 256ths, what the capture by a pawn of another piece gains
	Push       weights.Pair // in 256ths, the worth of an enemy piece on z while some capture would push it off
	HangsOnZ   weights.Pair // in 256ths, the worth of an enemy piece on z that is attacked there and not defended
	OnZ        weights.Pair // in 256ths, what a piece on z lacks of its worth, since the next capture expels it
	DropCheck  weights.Pair // each enemy piece in reach that would drop with check
	Tempo      engine.Score // the right to move
}

//go:embed weights.txt
var inventorsText string

//go:embed weights-rankings.txt
var rankingsText string

// The weights that are part of the program: of games with the inventor's ranking, and of all
// others.
var (
	inventors = sync.OnceValue(func() values { return weights.MustRead[values](inventorsText) })
	others    = sync.OnceValue(func() values { return weights.MustRead[values](rankingsText) })
)

// Weights implements engine.Tunable.
func (e *Evaluator) Weights() []engine.Weight { return weights.Named(inventorsText, &e.weights) }
