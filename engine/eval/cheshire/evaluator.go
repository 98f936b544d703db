// Package cheshire evaluates Cheshire Cat Chess on both of its boards: the pieces
// and the squares left to each, and the kings' room and dangers.
package cheshire

import (
	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/engine/eval/weights"
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/bitboard"
	"github.com/wane-chess/wane/rules/cheshire"
)

// Evaluator is an engine.Evaluator for Cheshire Cat Chess. Both boards have the same
// weights.
type Evaluator struct {
	weights values
	// worth is what pieces count for in SEE, by type: what Eval gives them halfway
	// through a game with the squares that they commonly have. A king is never
	// given away. It follows from the weights.
	worth [8]engine.Score
	// unmovedWorth is what a king that has not moved counts for in SEE.
	unmovedWorth engine.Score
}

// New returns an evaluator with the weights that are part of the program.
func New() *Evaluator {
	e := &Evaluator{weights: tuned()}
	e.Reweigh()
	return e
}

// usual is the usual mobility of a piece by type; of a pawn, the steps to promotion.
var usual = [8]int{game.Queen: 12, game.Rook: 6, game.Bishop: 5, game.Knight: 4, game.Pawn: 5}

// Reweigh implements engine.Tunable.
func (e *Evaluator) Reweigh() {
	w := &e.weights
	for pt, table := range [8][]weights.Pair{
		game.Queen: w.QueenMobility[:], game.Rook: w.RookMobility[:], game.Bishop: w.BishopMobility[:],
		game.Knight: w.KnightMobility[:], game.Pawn: w.Pawn[:],
	} {
		if table != nil {
			piece, there := w.Piece[pt], table[usual[pt]]
			e.worth[pt] = max(1, (piece[0]+piece[1]+there[0]+there[1])/2)
		}
	}
	e.worth[game.King] = engine.MateBound
	e.unmovedWorth = (w.Queenly[0] + w.Queenly[1]) / 2
}

type position = cheshire.Position

// node is an engine.Node.
type node struct {
	evaluator *Evaluator
	game      *cheshire.Game
	position  // by value: its methods are found without another pointer
}

// NewNode implements engine.Evaluator.
func (e *Evaluator) NewNode(p game.Position) engine.Node {
	g := p.Game().(*cheshire.Game) //nolint:forcetypeassert // an evaluator is given positions of its games
	own := p.Clone().(*position)   //nolint:forcetypeassert // the same
	return &node{e, g, *own}
}

// Position implements engine.Node.
func (b *node) Position() game.Position { return &b.position }

// PieceCount implements engine.Node.
func (b *node) PieceCount() int { return b.State().Occupied().Count() }

// Structure implements engine.Node.
func (b *node) Structure() engine.Structure {
	pieces, _ := b.Placement()
	return bitboard.StructureOf(&pieces)
}
