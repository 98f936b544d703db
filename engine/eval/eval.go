// Package eval makes the boards on which a search plays: for each game with the
// evaluator of that game.
package eval

import (
	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/game"
)

// Board returns a board for a position of any game, with its evaluator's own
// weights. It is an engine.Boards.
func Board(p game.Position) engine.Board {
	return adapter{p.Clone().(whole)}
}

// whole is a position whose rules still have an evaluation of their own.
type whole interface {
	game.Position
	AppendMoves(dst []game.ScoredMove, k game.Kind) []game.ScoredMove
	MakeNullMove() bool
	Eval() game.Score
	SEE(m game.Move, threshold game.Score) bool
}

type adapter struct{ whole }

// Position implements engine.Board.
func (a adapter) Position() game.Position { return a.whole }

// PieceCount implements engine.Board.
func (a adapter) PieceCount() (n int) {
	for _, pc := range a.View().Pieces {
		if pc != game.NoPiece {
			n++
		}
	}
	return n
}
