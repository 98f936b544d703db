package diminuendo

import (
	"slices"

	"github.com/wane-chess/wane/game"
)

// Rung is one of the six steps of a ranking.
type Rung struct {
	Piece game.PieceType
	Into  game.PieceType // what he becomes; NoPiece if he leaves the board
	OnZ   bool           // whether a man of this type can come to stand on z
	// Start is how many each side begins with, Most how many it may come to have
	// in theory, promotions not counted.
	Start, Most int
}

// Ranking returns the order in which the game's men change.
func (g Game) Ranking() Ranking { return g.ranking }

// QueenishKing tells whether kings also step as bishops do (R8).
func (g Game) QueenishKing() bool { return g.queenishKing }

// FlexiblePawns tells whether pawns also move sideways-forward (R8).
func (g Game) FlexiblePawns() bool { return g.flexiblePawns }

// Reverse returns the ranking read from its end.
func (r Ranking) Reverse() Ranking {
	slices.Reverse(r[:])
	return r
}

// Turn returns the ranking that begins with the type at place n and goes round,
// with the types before it at the end.
func (r Ranking) Turn(n int) (turned Ranking) {
	for i := range r {
		turned[i] = r[(i+n)%len(r)]
	}
	return turned
}

// Ladder returns the rungs, from the first type of the ranking to the last.
//
// A man stands on z if the type before his was captured, or went there. Kings are
// never captured, and go to z only where there can be a second one: so neither
// the first type ever stands there nor, behind a king who leads, the second.
func (r Ranking) Ladder() (rungs [6]Rung) {
	for i, pt := range r {
		rung := &rungs[i]
		rung.Piece, rung.Start = pt, startCount[pt]
		rung.Most = rung.Start
		if i == 0 {
			continue
		}
		before := &rungs[i-1]
		before.Into = pt
		rung.OnZ = i > 1 || before.Piece != game.King
		rung.Most += before.Most
		if before.Piece == game.King {
			rung.Most-- // one king stays
		}
	}
	return rungs
}

// startCount is how many of each type a side begins with.
var startCount = func() (count [7]int) {
	for _, letter := range []byte(startBoard) {
		if pt := game.PieceOf(letter); pt != game.NoPiece && pt.Color() == game.White {
			count[pt.Type()]++
		}
	}
	return count
}()
