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
	"github.com/wane-chess/wane/internal/message"
	"github.com/wane-chess/wane/rules/shrink"
)

// Evaluator is an engine.Evaluator of Shrink Chess or of chess.
type Evaluator struct {
	game    game.Game
	weights values
	terms   terms
}

// New returns an evaluator of Shrink Chess with the weights that are part of the
// program.
func New() *Evaluator { return newEvaluator(shrink.New(), tunedShrink()) }

// NewChess returns an evaluator of chess with the weights that are part of the program.
func NewChess() *Evaluator { return newEvaluator(shrink.NewChess(), tunedChess()) }

func newEvaluator(g game.Game, w *values) *Evaluator {
	e := &Evaluator{game: g, weights: *w}
	e.Reweigh()
	return e
}

// Weights implements engine.Evaluator.
func (e *Evaluator) Weights() []engine.Weight {
	if e.game == shrink.New() {
		return e.weights.shrinkList()
	}
	return e.weights.chessList()
}

// Reweigh implements engine.Evaluator.
func (e *Evaluator) Reweigh() { e.terms.derive(&e.weights) }

// Board implements engine.Evaluator.
func (e *Evaluator) Board(p game.Position) engine.Board {
	if p.Game() == e.game {
		switch own := p.Clone().(type) {
		case *position:
			return &board{e, *own}
		case *chessPosition:
			return &chessBoard{e, *own}
		}
	}
	panic(message.Sprintf("eval/shrink: a position of %s, expected one of %s", p.Game().Name(), e.game.Name()))
}

// position and chessPosition are embedded by names other than Position, which is a
// method of boards.
type (
	position      = shrink.Position
	chessPosition = shrink.ChessPosition
)

// board is an engine.Board of Shrink Chess.
type board struct {
	evaluator *Evaluator
	position  // by value, so that its methods need no other pointer
}

// chessBoard is an engine.Board of chess.
type chessBoard struct {
	evaluator *Evaluator
	chessPosition
}

// Position implements engine.Board.
func (b *board) Position() game.Position { return &b.position }

// Position implements engine.Board.
func (b *chessBoard) Position() game.Position { return &b.chessPosition }

// PieceCount implements engine.Board.
func (b *board) PieceCount() int { return count(b.State().Occupied()) }

// PieceCount implements engine.Board.
func (b *chessBoard) PieceCount() int { return count(b.State().Occupied()) }

// What a null move needs in Shrink Chess, where a side with few pieces can hardly
// move without removing a line.
const (
	nullNonPawns = 2  // pieces of the side to move other than king and pawns
	nullSquares  = 24 // squares of the board
	nullPieces   = 10 // pieces of both sides
)

// MakeNullMove implements engine.Board.
func (b *board) MakeNullMove() bool {
	s := b.State()
	if s.Ranks()*s.Files() < nullSquares || count(nonPawns(s)) < nullNonPawns ||
		count(s.Occupied()) < nullPieces || s.Checkers() != 0 {
		return false
	}
	b.position.MakeNullMove()
	return true
}

// MakeNullMove implements engine.Board. With king and pawns alone, zugzwang is
// likely.
func (b *chessBoard) MakeNullMove() bool {
	s := b.State()
	if nonPawns(s) == 0 || s.Checkers() != 0 {
		return false
	}
	b.chessPosition.MakeNullMove()
	return true
}

// nonPawns returns the pieces of the side to move other than king and pawns.
func nonPawns(s *shrink.State) uint64 {
	return s.Of(s.Turn()) &^ (s.Kings() | s.Pawns())
}
