// Package generic evaluates any game by its pieces alone, so that the engine plays a
// game that has no evaluator of its own yet. It asks the position everything by
// game.Position, which is slow.
package generic

import (
	_ "embed"

	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/engine/eval/weights"
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/bitboard"
)

//go:embed weights.txt
var text string

// Evaluator is an engine.Evaluator for any game.
type Evaluator struct{ weights values }

// values are the weights, in centipawns.
type values struct {
	Piece [8]engine.Score // by game.PieceType
	Tempo engine.Score    // the right to move
}

// New returns an evaluator with the weights that are part of the program.
func New() *Evaluator {
	return &Evaluator{weights.MustRead[values](text)}
}

// Weights implements engine.Tunable.
func (e *Evaluator) Weights() []engine.Weight { return weights.Named(text, &e.weights) }

// Reweigh implements engine.Tunable. Nothing is derived from the weights.
func (e *Evaluator) Reweigh() {}

// NewNode implements engine.Evaluator.
func (e *Evaluator) NewNode(p game.Position) engine.Node {
	return &node{position: p.Clone(), evaluator: e}
}

type position = game.Position

// node is an engine.Node.
type node struct {
	position
	evaluator *Evaluator
	legal     []game.Move // memory for AppendMoves
}

// Position implements engine.Node.
func (b *node) Position() game.Position { return b.position }

// PieceCount implements engine.Node.
func (b *node) PieceCount() (n int) {
	for _, pc := range b.View().Pieces {
		if pc != game.NoPiece {
			n++
		}
	}
	return n
}

// Structure implements engine.Node.
func (b *node) Structure() engine.Structure {
	var words [2]bitboard.Pieces
	for sq, pc := range b.View().Pieces {
		w := &words[sq>>6&1]
		*w = w.With(game.Square(sq&63), pc)
	}
	return bitboard.StructureOf(&words)
}

// AppendMoves implements engine.Node. The most valuable victim and the least valuable
// attacker come first.
func (b *node) AppendMoves(dst []engine.ScoredMove) []engine.ScoredMove {
	return b.appendMoves(dst, false)
}

// AppendNoisy implements engine.Node. Captures and promotions are noisy.
func (b *node) AppendNoisy(dst []engine.ScoredMove) []engine.ScoredMove {
	return b.appendMoves(dst, true)
}

func (b *node) appendMoves(dst []engine.ScoredMove, noisyOnly bool) []engine.ScoredMove {
	b.legal = b.Legal(b.legal[:0])
	pieces := b.View().Pieces
	for _, m := range b.legal {
		r := engine.ScoredMove{Move: m, Piece: pieces[m.From()]}
		for _, e := range b.Effects(m) {
			switch e.Kind {
			case game.Capture:
				r.Captured, r.Noisy = e.Piece, true
				r.Score += int32(b.evaluator.weights.Piece[e.Piece.Type()] - b.evaluator.weights.Piece[r.Piece.Type()]/16)
			case game.Promote:
				r.Noisy = true
				r.Score += int32(b.evaluator.weights.Piece[e.Into.Type()])
			}
		}
		if r.Noisy || !noisyOnly {
			dst = append(dst, r)
		}
	}
	return dst
}

// Eval implements engine.Node.
func (b *node) Eval() engine.Score {
	sum, turn := b.evaluator.weights.Tempo, b.Turn()
	for _, pc := range b.View().Pieces {
		if pc == game.NoPiece {
			continue
		}
		if pc.Color() == turn {
			sum += b.evaluator.weights.Piece[pc.Type()]
		} else {
			sum -= b.evaluator.weights.Piece[pc.Type()]
		}
	}
	return max(1-engine.MateBound, min(sum, engine.MateBound-1))
}

// SEE implements engine.Node, roughly: a piece that goes where the opponent
// attacks counts as lost.
func (b *node) SEE(m game.Move, threshold engine.Score) bool {
	pieces := b.View().Pieces
	gain := b.evaluator.weights.Piece[pieces[m.To()].Type()]
	if len(b.Attackers(m.To(), b.Turn().Other())) > 0 {
		gain -= b.evaluator.weights.Piece[pieces[m.From()].Type()]
	}
	return gain >= threshold
}

// MakeNullMove implements engine.Node. It always returns false: a position cannot
// pass the turn.
func (b *node) MakeNullMove() bool { return false }
