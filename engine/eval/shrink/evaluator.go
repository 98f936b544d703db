// Package shrink evaluates positions of Shrink Chess and of orthodox chess: what
// the search needs besides the rules of package rules/shrink.
//
// Eval first finds who attacks what; the terms that both games have in common read
// that, each game with weights of its own. Terms are pairs that are blended: in
// chess by the pieces that are left, in Shrink Chess by the pieces and the squares.
// Shrink Chess adds the room of the kings, the pieces that keep up a line alone, and
// what may shorten the way of pawns.
package shrink

import (
	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/bitboard"
	"github.com/wane-chess/wane/internal/message"
	"github.com/wane-chess/wane/rules/shrink"
)

// Evaluator is an engine.Evaluator of Shrink Chess or of chess.
type Evaluator struct {
	game    game.Game
	weights values
	text    string // has the names of the weights
	terms   terms
}

// New returns an evaluator of Shrink Chess with the weights that are part of the
// program.
func New() *Evaluator { return newEvaluator(shrink.New(), shrinkText, tunedShrink()) }

// NewChess returns an evaluator of chess with the weights that are part of the program.
func NewChess() *Evaluator { return newEvaluator(shrink.NewChess(), chessText, tunedChess()) }

func newEvaluator(g game.Game, text string, w values) *Evaluator {
	e := &Evaluator{game: g, weights: w, text: text}
	e.Reweigh()
	return e
}

// Reweigh implements engine.Tunable.
func (e *Evaluator) Reweigh() { e.terms.derive(&e.weights) }

// NewNode implements engine.Evaluator.
func (e *Evaluator) NewNode(p game.Position) engine.Node {
	if p.Game() == e.game {
		switch own := p.Clone().(type) {
		case *position:
			return &node{e, *own}
		case *chessPosition:
			return &chessNode{e, *own}
		}
	}
	panic(message.Sprintf("eval/shrink: a position of %s, expected one of %s", p.Game().Name(), e.game.Name()))
}

// position and chessPosition are embedded by names other than Position, which is a
// method of nodes.
type (
	position      = shrink.Position
	chessPosition = shrink.ChessPosition
)

// node is an engine.Node of Shrink Chess.
type node struct {
	evaluator *Evaluator
	position  // by value, so that its methods need no other pointer
}

// chessNode is an engine.Node of chess.
type chessNode struct {
	evaluator *Evaluator
	chessPosition
}

// Position implements engine.Node.
func (b *node) Position() game.Position { return &b.position }

// Position implements engine.Node.
func (b *chessNode) Position() game.Position { return &b.chessPosition }

// PieceCount implements engine.Node.
func (b *node) PieceCount() int { return bitboard.Count(b.State().Occupied()) }

// Structure implements engine.Node.
func (b *node) Structure() engine.Structure { return bitboard.Structure(b.State().Pieces) }

// PieceCount implements engine.Node.
func (b *chessNode) PieceCount() int { return bitboard.Count(b.State().Occupied()) }

// Structure implements engine.Node.
func (b *chessNode) Structure() engine.Structure { return bitboard.Structure(b.State().Pieces) }
