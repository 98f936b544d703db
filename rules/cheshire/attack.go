package cheshire

import "github.com/wane-chess/wane/game"

// Attackers implements game.Position. A vanished square is not attacked.
func (p *Position) Attackers(sq game.Square, by game.Color) []game.Square {
	s := p.top()
	if sq >= cells || s.gone.has(uint8(sq)) {
		return nil
	}
	return s.attackers(uint8(sq), by)
}

// Checkers implements game.Position.
func (p *Position) Checkers() []game.Square {
	s := p.top()
	return s.attackers(s.kings[s.turn&1], s.turn.Other())
}

// attackers returns the pieces of a color that attack a square.
func (s *state) attackers(sq uint8, by game.Color) (found []game.Square) {
	pieces := s.of(by, s.occupied())
	for rest := pieces; !rest.empty(); {
		at := rest.pop()
		if at != sq && s.attacked(sq, by, s.occupied(), pieces.andNot(single[at])) {
			found = append(found, game.Square(at))
		}
	}
	return found
}
