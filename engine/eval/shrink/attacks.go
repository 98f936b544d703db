package shrink

import (
	mathbits "math/bits"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/bitboard"
	"github.com/wane-chess/wane/rules/shrink"
)

// attacks is what Eval finds out first about a position: which pieces attack what.
// Attacks may reach beyond a small board.
type attacks struct {
	board     uint64 // the squares that it has
	files     int
	lift      game.Square // eight for each rank that a small board lacks
	occupied  uint64
	own       [2]uint64
	pawns     [2]uint64
	nonPawns  [2]uint64 // pieces other than pawns and king
	king      [2]game.Square
	ring      [2]uint64    // the squares around the king and those before them
	by        [2][8]uint64 // what a side attacks with a game.PieceType
	all       [2]uint64    // what it attacks
	twice     [2]uint64    // what it attacks at least twice
	pawnReach [2]uint64    // what its pawns may ever attack
	passed    [2]uint64    // its passed pawns, as toGoal shows them
	aimed     [2]int       // what it aims at the enemy king
}

// begin finds what does not depend on the pieces other than kings and pawns.
func (a *attacks) begin(s *shrink.State) {
	m := &s.Pieces
	a.board, a.files, a.lift = s.Squares(), s.Files(), game.Square(8*(8-s.Ranks()))
	a.occupied = m.Occupied()
	a.own[game.White] = a.occupied &^ m.Black
	a.own[game.Black] = m.Black
	for color := range game.Color(2) {
		own := a.own[color]
		k := bitboard.Lowest(m.Kings()&own) & 63
		pawns := m.Pawns() & own
		a.king[color], a.pawns[color], a.nonPawns[color] = k, pawns, own&^(m.Pawns()|m.Kings())
		around := shrink.KingAttacks(k)
		a.ring[color] = (around | nextRank(around, color) | bitboard.Bit(k)) & a.board
		ahead := shrink.Forward(color)
		left, right := shifted(pawns&^fileA, ahead-1), shifted(pawns&^fileH, ahead+1)
		guarded := left | right
		a.by[color][game.Pawn], a.by[color][game.King] = guarded, around
		a.all[color] = guarded | around
		a.twice[color] = left&right | guarded&around
	}
}

// fromHome returns a set of squares as the side sees it if its first rank is
// rank 0.
func (a *attacks) fromHome(b uint64, color game.Color) uint64 {
	if color == game.Black {
		return mathbits.ReverseBytes64(b) >> (a.lift & 63)
	}
	return b
}

// toGoal returns a set of squares as the side sees it if its last rank is rank 7.
func (a *attacks) toGoal(b uint64, color game.Color) uint64 {
	if color == game.Black {
		return mathbits.ReverseBytes64(b)
	}
	return b << (a.lift & 63)
}

// fromGoal is the reverse of toGoal.
func (a *attacks) fromGoal(b uint64, color game.Color) uint64 {
	if color == game.Black {
		return mathbits.ReverseBytes64(b)
	}
	return b >> (a.lift & 63)
}
