package diminuendo

import (
	_ "embed"
	"sync"

	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/engine/eval/weights"
	"github.com/wane-chess/wane/internal/message"
)

// values are what the evaluation counts with, in centipawns. All games of the family have
// the same kinds. Arrays of 7 go by piece type. Pairs are the value on a full
// board and that on an empty one, unless a comment says otherwise; between them it
// changes with the number of pieces.
type values struct {
	// Strength is what a piece is worth for what it does itself; Comeback is the
	// part, in 256ths, of the worth of the piece that it becomes when captured that
	// adds to it.
	Strength [7]engine.Score
	Comeback engine.Score
	// Becomes is added to the strength of a type by the type that it returns as; 0 is for a
	// piece that leaves the board.
	Becomes      [7][7]engine.Score
	KingComeback engine.Score    // the same of kings, which become the next only by moving to z
	ExtraKings   [4]engine.Score // a second king, also a third, a fourth, and more: one piece more to guard
	QueenishKing engine.Score    // what the queenish king adds to the strength of a king
	FlexiblePawn engine.Score    // and the flexible pawn to that of a pawn

	Mobility [7]weights.Pair // each square that a piece sees, no piece of its own color holds and no enemy pawn attacks
	Center   [7]weights.Pair // each of the three rings around z that it stands within
	Ring     [7]weights.Pair // each attack by a piece on a square beside an enemy king
	Attacker [8]engine.Score // that many pieces attacking such squares, or more

	Pawn   [8]weights.Pair // a pawn that many steps before the last square of its file; 7: z lies before it
	Passed [8]weights.Pair // the same once no enemy pawn can stop it, in addition

	// Of the pairs below the first is for the side to move, the second for the
	// other.
	Loose      weights.Pair // in 256ths, what the capture of a piece that is not defended gains
	PawnThreat weights.Pair // in 256ths, what the capture by a pawn of another piece gains
	Push       weights.Pair // in 256ths, the worth of an enemy piece on z while some capture would push it off
	HangsOnZ   weights.Pair // in 256ths, the worth of an enemy piece on z that is attacked there and not defended
	OnZ        weights.Pair // in 256ths, what a piece on z lacks of its worth, since the next capture expels it
	DropCheck  weights.Pair // each enemy piece in reach that would drop with check
	Tempo      engine.Score // to be on the move
}

//go:embed weights.txt
var inventorsText string

//go:embed weights-rankings.txt
var rankingsText string

// The weights that are part of the program: of games with the inventor's ranking, and of all
// others.
var inventors, others = tuned(&inventorsText), tuned(&rankingsText)

func tuned(text *string) func() values {
	return sync.OnceValue(func() values {
		var w values
		weights.MustRead(*text, w.list())
		return w
	})
}

// Weights implements engine.Evaluator.
func (e *Evaluator) Weights() []engine.Weight { return e.w.list() }

// list lists the weights.
func (w *values) list() []engine.Weight {
	var l weights.List
	l.Scores("Strength", w.Strength[:])
	l.Add("Comeback", &w.Comeback)
	for p := range w.Becomes[1:] {
		l.Scores(message.Sprintf("Becomes[%d]", p+1), w.Becomes[p+1][:])
	}
	l.Add("KingComeback", &w.KingComeback)
	l.Scores("ExtraKings", w.ExtraKings[:])
	l.Add("QueenishKing", &w.QueenishKing)
	l.Add("FlexiblePawn", &w.FlexiblePawn)
	l.Pairs("Mobility", w.Mobility[:])
	l.Pairs("Center", w.Center[:])
	l.Pairs("Ring", w.Ring[:])
	l.Scores("Attacker", w.Attacker[:])
	l.Pairs("Pawn", w.Pawn[:])
	l.Pairs("Passed", w.Passed[:])
	l.Pair("Loose", &w.Loose)
	l.Pair("PawnThreat", &w.PawnThreat)
	l.Pair("Push", &w.Push)
	l.Pair("HangsOnZ", &w.HangsOnZ)
	l.Pair("OnZ", &w.OnZ)
	l.Pair("DropCheck", &w.DropCheck)
	l.Add("Tempo", &w.Tempo)
	return l
}
