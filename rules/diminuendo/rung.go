package diminuendo

import (
	"slices"

	"github.com/wane-chess/wane/game"
)

// Rung is one of the six piece types of a ranking, with what follows from its place.
type Rung struct {
	Piece game.PieceType
	Into  game.PieceType // what it becomes; NoPieceType if it leaves the board
	OnZ   bool           // whether a piece of this type can ever be on z
	// Start is how many each color starts with, Most how many it can have in theory
	// without promotions.
	Start, Most int
}

// Ranking returns the ranking of the game.
func (g Game) Ranking() Ranking { return g.ranking }

// QueenishKing reports whether kings also step as bishops do (R8).
func (g Game) QueenishKing() bool { return g.queenishKing }

// FlexiblePawns reports whether pawns also move sideways-forward (R8).
func (g Game) FlexiblePawns() bool { return g.flexiblePawns }

// Reverse returns the ranking in reverse order.
func (r Ranking) Reverse() Ranking {
	slices.Reverse(r[:])
	return r
}

// Turn returns the ranking rotated so that it begins with the type at place n, from 0
// to 5.
func (r Ranking) Turn(n int) (turned Ranking) {
	for i := range r {
		turned[i] = r[(i+n)%len(r)]
	}
	return turned
}

// Ladder returns the rungs, from the first type of the ranking to the last.
//
// A piece is on z because the type before it was captured or moved there. Kings are
// never captured, and move to z only where a color can have two. So the first type is
// never on z, nor is the second if the first is the king.
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

// startCount is how many pieces of each type a color starts with.
var startCount = func() (count [7]int) {
	for _, letter := range []byte(startBoard) {
		if pc := game.PieceOf(letter); pc != game.NoPiece && pc.Color() == game.White {
			count[pc.Type()]++
		}
	}
	return count
}()
