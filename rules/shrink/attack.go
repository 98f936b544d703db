package shrink

import (
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/bitboard"
)

// Attackers implements game.Position.
func (p *position) Attackers(sq game.Square, by game.Color) []game.Square {
	s := p.State()
	if sq >= noSquare || bit(uint(sq))&s.Squares() == 0 {
		return nil
	}
	return bitboard.Squares(attackers(s.Pieces, uint(sq), by.Other(), s.Of(by)))
}

// Checkers implements game.Position.
func (p *position) Checkers() []game.Square {
	s := p.State()
	return bitboard.Squares(checkers(s.Pieces, s.turn))
}
