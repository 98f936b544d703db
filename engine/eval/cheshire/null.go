package cheshire

import (
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/rules/cheshire"
)

// Each move removes a square, and in the end zugzwang decides. So there is no null move
// if the side to move has fewer than spareMoves moves by pieces other than its king, or
// if less than one square in emptyPart is empty.
const (
	spareMoves = 8
	emptyPart  = 8
)

// MakeNullMove implements engine.Node. Two do not follow each other.
func (b *node) MakeNullMove() bool {
	s := b.State()
	if s.AfterNull || b.InCheck() || !hasSpareMoves(s, b.game) {
		return false
	}
	b.position.MakeNullMove()
	return true
}

// hasSpareMoves reports whether the side to move has moves to spare, not only by pawns,
// and the board has room for more.
func hasSpareMoves(s *cheshire.State, g *cheshire.Game) bool {
	occupied := s.Occupied()
	landing := cheshire.AllSquares().AndNot(s.Vanished.Or(occupied))
	if landing.Count()*emptyPart < g.Files()*g.Ranks() {
		return false
	}
	own := s.Of(s.Turn, occupied)
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
		n += cheshire.BishopAttacks(pieces.Pop(), occupied).And(landing).Count()
	}
	for pieces := own.And(s.Straight()); !pieces.Empty() && n < spareMoves; {
		n += cheshire.RookAttacks(pieces.Pop(), occupied).And(landing).Count()
	}
	return n >= spareMoves
}
