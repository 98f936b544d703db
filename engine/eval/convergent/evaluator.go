// Package convergent evaluates Convergent Chess: material and squares,
// mobility, threats, the kings, and the race to the royal squares.
package convergent

import (
	mathbits "math/bits"

	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/rules/convergent"
)

// Evaluator is an engine.Evaluator for Convergent Chess.
type Evaluator struct {
	w     values
	terms terms           // follow from w
	worth [8]engine.Score // of pieces in SEE and in the order of moves, by type; follow from w
}

// New returns an evaluator with the weights that are part of the program.
func New() *Evaluator {
	e := &Evaluator{w: tuned()}
	e.Reweigh()
	return e
}

type position = convergent.Position

// board is an engine.Board.
type board struct {
	e        *Evaluator
	position // by value: its methods are found without another pointer
}

// Board implements engine.Evaluator.
func (e *Evaluator) Board(p game.Position) engine.Board {
	own := p.Clone().(*position) //nolint:forcetypeassert // an evaluator is given positions of its game
	return &board{e, *own}
}

// Position implements engine.Board.
func (b *board) Position() game.Position { return &b.position }

// PieceCount implements engine.Board.
func (b *board) PieceCount() int { return mathbits.OnesCount64(b.State().Occupied()) }

// leastPieces is how many pieces other than king and pawns a side must have for a
// null move to teach anything. With fewer, zugzwang is likely, the more so as a side
// that cannot move has lost (R4).
const leastPieces = 2

// MakeNullMove implements engine.Board.
func (b *board) MakeNullMove() bool {
	s := b.State()
	pieces := s.Of(s.Turn) &^ (s.Pawns() | s.Kings())
	if mathbits.OnesCount64(pieces) < leastPieces || b.InCheck() {
		return false
	}
	b.position.MakeNullMove()
	return true
}
