package cheshire

import "github.com/wane-chess/wane/game"

// Attackers implements game.Position. A vanished square is not attacked.
func (p *Position) Attackers(sq game.Square, by game.Color) []game.Square {
	s := p.State()
	if sq >= squares || s.Vanished.Has(uint8(sq)) {
		return nil
	}
	return s.attackers(uint8(sq), by)
}

// Checkers implements game.Position.
func (p *Position) Checkers() []game.Square {
	s := p.State()
	return s.attackers(s.Kings[s.Turn&1], s.Turn.Other())
}

// attackers returns the pieces of a color that attack a square.
func (s *State) attackers(sq uint8, by game.Color) (found []game.Square) {
	pieces := s.Of(by, s.Occupied())
	for rest := pieces; !rest.Empty(); {
		at := rest.Pop()
		if at != sq && s.attacked(sq, by, s.Occupied(), pieces.AndNot(single[at])) {
			found = append(found, game.Square(at))
		}
	}
	return found
}
