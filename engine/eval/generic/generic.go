// Package generic evaluates any game by its pieces alone, so that the engine plays a
// game that has no evaluator of its own yet. It asks the position everything by
// game.Position, which is slow.
package generic

import (
	_ "embed"

	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/engine/eval/weights"
	"github.com/wane-chess/wane/game"
)

//go:embed weights.txt
var text string

// Evaluator is an engine.Evaluator for any game.
type Evaluator struct {
	piece [8]engine.Score // by game.PieceType
	tempo engine.Score    // the right to move
}

// New returns an evaluator with the weights that are part of the program.
func New() *Evaluator {
	e := &Evaluator{}
	weights.MustRead(text, e.Weights())
	return e
}

// Weights implements engine.Evaluator.
func (e *Evaluator) Weights() []engine.Weight {
	var l weights.List
	l.Scores("Piece", e.piece[:])
	l.Add("Tempo", &e.tempo)
	return l
}

// Reweigh implements engine.Evaluator. Nothing is derived from the weights.
func (e *Evaluator) Reweigh() {}

// Board implements engine.Evaluator.
func (e *Evaluator) Board(p game.Position) engine.Board { return &board{position: p.Clone(), e: e} }

type position = game.Position

// board is an engine.Board.
type board struct {
	position
	e     *Evaluator
	legal []game.Move // memory for AppendMoves
}

// Position implements engine.Board.
func (b *board) Position() game.Position { return b.position }

// PieceCount implements engine.Board.
func (b *board) PieceCount() (n int) {
	for _, pc := range b.View().Pieces {
		if pc != game.NoPiece {
			n++
		}
	}
	return n
}

// AppendMoves implements engine.Board. The most valuable victim and the least valuable
// attacker come first.
func (b *board) AppendMoves(dst []engine.ScoredMove) []engine.ScoredMove {
	return b.appendMoves(dst, false)
}

// AppendNoisy implements engine.Board. Captures and promotions are noisy.
func (b *board) AppendNoisy(dst []engine.ScoredMove) []engine.ScoredMove {
	return b.appendMoves(dst, true)
}

func (b *board) appendMoves(dst []engine.ScoredMove, noisyOnly bool) []engine.ScoredMove {
	b.legal = b.Legal(b.legal[:0])
	pieces := b.View().Pieces
	for _, m := range b.legal {
		r := engine.ScoredMove{Move: m, Piece: pieces[m.From()]}
		for _, e := range b.Effects(m) {
			switch e.Kind {
			case game.Capture:
				r.Captured, r.Noisy = e.Piece, true
				r.Score += int32(b.e.piece[e.Piece.Type()] - b.e.piece[r.Piece.Type()]/16)
			case game.Promote:
				r.Noisy = true
				r.Score += int32(b.e.piece[e.Into.Type()])
			}
		}
		if r.Noisy || !noisyOnly {
			dst = append(dst, r)
		}
	}
	return dst
}

// Eval implements engine.Board.
func (b *board) Eval() engine.Score {
	sum, turn := b.e.tempo, b.Turn()
	for _, pc := range b.View().Pieces {
		if pc == game.NoPiece {
			continue
		}
		if pc.Color() == turn {
			sum += b.e.piece[pc.Type()]
		} else {
			sum -= b.e.piece[pc.Type()]
		}
	}
	return max(1-engine.MateBound, min(sum, engine.MateBound-1))
}

// SEE implements engine.Board, roughly: a piece that goes where the opponent
// attacks counts as lost.
func (b *board) SEE(m game.Move, threshold engine.Score) bool {
	pieces := b.View().Pieces
	gain := b.e.piece[pieces[m.To()].Type()]
	if len(b.Attackers(m.To(), b.Turn().Other())) > 0 {
		gain -= b.e.piece[pieces[m.From()].Type()]
	}
	return gain >= threshold
}

// MakeNullMove implements engine.Board. It always returns false: a position cannot
// pass the turn.
func (b *board) MakeNullMove() bool { return false }
