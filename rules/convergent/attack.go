package convergent

import (
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/bitboard"
)

// Attackers implements game.Position.
func (p *Position) Attackers(sq game.Square, by game.Color) []game.Square {
	if sq >= 64 || board>>sq&1 == 0 {
		return nil
	}
	s := p.top()
	return bitboard.Squares(s.attackers(int(sq), by))
}

// Checkers implements game.Position. Enemies on the royal squares are among them
// (R3).
func (p *Position) Checkers() []game.Square {
	s := p.top()
	them := s.turn.Other()
	return bitboard.Squares(s.attackers(s.king(s.turn), them) | royal[s.turn&1]&s.Of(them))
}

// attackers returns the pieces of a color that attack a square of the board.
func (s *state) attackers(sq int, by game.Color) uint64 {
	r, occupied := &from[sq&63], s.Occupied()
	return s.Of(by) & (r.king&s.Kings() | r.queen&s.Queens() | r.knight&s.Knights() | r.pawn[by&1^1]&s.Pawns() |
		rookAttacks(sq, occupied)&s.Rooks() | bishopAttacks(sq, occupied)&s.Bishops())
}
