package cheshire

import (
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/game/rulekit"
)

// Repetitions implements game.Position. No position repeats, since a square vanishes in
// each move (R1).
func (p *Position) Repetitions() int { return 0 }

// Terminal implements game.Position.
func (p *Position) Terminal() (game.WDL, bool) {
	return 0, p.State().halfmoves >= game.MaxHalfmoves && p.LegalCount() > 0
}

// Stalemate implements game.Position: stalemate is a draw (R4).
func (p *Position) Stalemate() game.WDL { return game.WDLDraw }

// Outcome implements game.Position.
func (p *Position) Outcome() game.Outcome { return rulekit.Outcome(p, false) }

// TimeoutOutcome implements game.Position. It is always a loss.
func (p *Position) TimeoutOutcome(loser game.Color) game.Outcome {
	return game.Win(loser.Other(), game.TimeOut)
}

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

// CanWin implements game.Acyclic. Only a color's own move gives check, since the other
// may not move into check. A king that has moved is an ordinary king (R2) and gives no
// check. So it needs another piece, to give check or to open a line.
func (p *Position) CanWin(color game.Color) bool {
	s := p.State()
	return s.Of(color, s.Occupied()).Count() > 1
}

var _ game.Acyclic = (*Position)(nil)
