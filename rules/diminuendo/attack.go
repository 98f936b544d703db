package diminuendo

import (
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/bitboard"
)

// Attackers implements game.Position.
func (p *Position) Attackers(sq game.Square, by game.Color) []game.Square {
	if sq >= numSquares || board>>sq&1 == 0 {
		return nil
	}
	return bitboard.Squares(p.State().attackers(&p.rules, int(sq), by))
}

// Checkers implements game.Position. They may attack several kings.
func (p *Position) Checkers() []game.Square {
	s := p.State()
	var found uint64
	for kings := s.Kings() & s.Of(s.Turn); kings != 0; {
		found |= s.attackers(&p.rules, bitboard.Pop(&kings), s.Turn.Other())
	}
	return bitboard.Squares(found)
}

// attackers returns the pieces of a color that attack a square of the board.
func (s *State) attackers(r *rules, sq int, by game.Color) (found uint64) {
	for pieces := s.Of(by); pieces != 0; pieces &= pieces - 1 {
		if one := pieces & -pieces; s.attacked(r, sq, by.Other(), s.Occupied(), one) {
			found |= one
		}
	}
	return found
}
