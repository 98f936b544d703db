package cheshire

import "github.com/wane-chess/wane/game"

// FreeSquares implements game.Acyclic.
func (p *Position) FreeSquares() int {
	s := p.State()
	return Set{full, full}.AndNot(s.Vanished.Or(s.Occupied())).Count()
}

// PliesLeft implements game.Acyclic. A quiet move fills an empty square, and the square
// that it leaves vanishes (R1); a capture costs a piece; the two kings stay.
func (p *Position) PliesLeft() int {
	s := p.State()
	return Set{full, full}.AndNot(s.Vanished).Count() - 2
}

// CanWin implements game.Acyclic. A color checks by a move of its own, since the other
// may not move into check. A king that has moved is an ordinary king (R2) and gives no
// check. So it needs another piece, to give check or to open a line.
func (p *Position) CanWin(color game.Color) bool {
	s := p.State()
	return s.Of(color, s.Occupied()).Count() > 1
}

var _ game.Acyclic = (*Position)(nil)
