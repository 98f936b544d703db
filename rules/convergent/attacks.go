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
	s := p.State()
	return bitboard.Squares(s.attackers(int(sq), by))
}

// Checkers implements game.Position. Enemies on the royal squares are among them
// (R3).
func (p *Position) Checkers() []game.Square {
	s := p.State()
	them := s.Turn.Other()
	return bitboard.Squares(s.attackers(s.King(s.Turn), them) | royal[s.Turn&1]&s.Of(them))
}

// attackers returns the pieces of a color that attack a square of the board.
func (s *State) attackers(sq int, by game.Color) uint64 {
	r, occupied := &attacksFrom[sq&63], s.Occupied()
	return s.Of(by) & (r.King&s.Kings() | r.Queen&s.Queens() | r.Knight&s.Knights() | r.Pawn[by&1^1]&s.Pawns() |
		RookAttacks(sq, occupied)&s.Rooks() | BishopAttacks(sq, occupied)&s.Bishops())
}
