package cheshire

import "github.com/wane-chess/wane/game"

// FreeSquares implements game.Acyclic.
func (p *Position) FreeSquares() int {
	s := p.State()
	return Set{full, full}.AndNot(s.Vanished.Or(s.Occupied())).Count()
}

// PliesLeft implements game.Acyclic. A move that takes nothing fills one of the
// empty squares, and what it leaves vanishes (R1); one that takes, also en
// passant, costs a man; and the two kings stay.
func (p *Position) PliesLeft() int {
	s := p.State()
	return Set{full, full}.AndNot(s.Vanished).Count() - 2
}

// CanWin implements game.Acyclic. A side gives check by a move of its own, since
// the other may not move into check. A king that moves is an ordinary king from
// then on, also if it was the first time (R2), and an ordinary king gives no
// check. So it takes another man, to give check or to open a line.
func (p *Position) CanWin(color game.Color) bool {
	s := p.State()
	return s.Of(color, s.Occupied()).Count() > 1
}

var _ game.Acyclic = (*Position)(nil)
