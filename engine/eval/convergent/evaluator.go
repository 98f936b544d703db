// Package convergent evaluates Convergent Chess: material and squares,
// mobility, threats, the kings, and the race to the royal squares.
package convergent

import (
	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/bitboard"
	"github.com/wane-chess/wane/rules/convergent"
)

// Evaluator is an engine.Evaluator for Convergent Chess.
type Evaluator struct {
	weights values
	terms   terms           // follow from the weights
	worth   [8]engine.Score // of pieces in SEE and in the order of moves, by type; follow from the weights
}

// New returns an evaluator with the weights that are part of the program.
func New() *Evaluator {
	e := &Evaluator{weights: tuned()}
	e.Reweigh()
	return e
}

type position = convergent.Position

// node is an engine.Node.
type node struct {
	evaluator *Evaluator
	position  // by value: its methods are found without another pointer
}

// NewNode implements engine.Evaluator.
func (e *Evaluator) NewNode(p game.Position) engine.Node {
	own := p.Clone().(*position) //nolint:forcetypeassert // an evaluator is given positions of its game
	return &node{e, *own}
}

// Position implements engine.Node.
func (b *node) Position() game.Position { return &b.position }

// PieceCount implements engine.Node.
func (b *node) PieceCount() int { return bitboard.Count(b.State().Occupied()) }

// Structure implements engine.Node.
func (b *node) Structure() engine.Structure { return bitboard.Structure(b.State().Pieces) }
