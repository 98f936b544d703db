package cheshire

import (
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/rules/cheshire"
)

// Each move takes squares away, and in the end zugzwang decides. So a null move
// teaches nothing when a side's pieces other than the king have fewer moves than
// spareMoves, or when the empty squares are less than one in emptyPart of the board.
const (
	spareMoves = 8
	emptyPart  = 8
)

// MakeNullMove implements engine.Board. Two do not follow each other.
func (b *board) MakeNullMove() bool {
	s := b.State()
	if s.AfterNull || b.InCheck() || !hasSpareMoves(s, b.game) {
		return false
	}
	b.position.MakeNullMove()
	return true
}

// hasSpareMoves reports whether the side to move can do without this move: it has
// others that do not matter, not by pawns alone, and there is room for more.
func hasSpareMoves(s *cheshire.State, g *cheshire.Game) bool {
	occ := s.Occupied()
	landing := cheshire.AllSquares().AndNot(s.Vanished.Or(occ))
	if landing.Count()*emptyPart < g.Files()*g.Ranks() {
		return false
	}
	own := s.Of(s.Turn, occ)
	pawns := own.And(s.Pawns())
	if s.Turn == game.White {
		pawns = pawns.Up()
	} else {
		pawns = pawns.Down()
	}
	n := min(pawns.And(landing).Count(), spareMoves-1)
	for pieces := own.And(s.Knights()); !pieces.Empty() && n < spareMoves; {
		n += cheshire.KnightAttacks(pieces.Pop()).And(landing).Count()
	}
	for pieces := own.And(s.Diagonal()); !pieces.Empty() && n < spareMoves; {
		n += cheshire.BishopAttacks(pieces.Pop(), occ).And(landing).Count()
	}
	for pieces := own.And(s.Straight()); !pieces.Empty() && n < spareMoves; {
		n += cheshire.RookAttacks(pieces.Pop(), occ).And(landing).Count()
	}
	return n >= spareMoves
}
