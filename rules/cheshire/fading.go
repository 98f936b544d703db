package cheshire

import "github.com/wane-chess/wane/game"

// FreeSquares implements game.Acyclic.
func (p *Position) FreeSquares() int {
	s := p.top()
	return set{full, full}.andNot(s.gone.or(s.occupied())).count()
}

// PliesLeft implements game.Acyclic. A move that takes nothing fills one of the
// empty squares, and what it leaves vanishes (R1); one that takes, also en
// passant, costs a man; and the two kings stay.
func (p *Position) PliesLeft() int {
	s := p.top()
	return set{full, full}.andNot(s.gone).count() - 2
}

// CanWin implements game.Acyclic. A side gives check by a move of its own, since
// the other may not move into check. A king that moves is an ordinary king from
// then on, also if it was the first time (R2), and an ordinary king gives no
// check. So it takes another man, to give check or to open a line.
func (p *Position) CanWin(color game.Color) bool {
	s := p.top()
	return s.of(color, s.occupied()).count() > 1
}

var _ game.Acyclic = (*Position)(nil)
