// Package diminuendo evaluates Diminuendo Chess, in all its rankings: material by
// what pieces are and what they come back as, activity, pawns, and what the next
// capture drops on z or pushes off it.
package diminuendo

import (
	mathbits "math/bits"
	"sync"

	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/rules/diminuendo"
)

// Evaluator is an engine.Evaluator for games of the family, which share its weights.
type Evaluator struct {
	w     values
	mu    sync.Mutex
	terms map[diminuendo.Game]*terms // follow from w
}

// New returns an evaluator with the weights that are part of the program for the inventor's
// ranking.
func New() *Evaluator { return &Evaluator{w: inventors()} }

// NewForRankings returns an evaluator with the weights that are part of the program for all
// other rankings: one set, from which each ranking's piece values follow.
func NewForRankings() *Evaluator { return &Evaluator{w: others()} }

// termsOf returns the terms of a game, the same for all its boards.
func (e *Evaluator) termsOf(g diminuendo.Game) *terms {
	e.mu.Lock()
	defer e.mu.Unlock()
	t, ok := e.terms[g]
	if !ok {
		if e.terms == nil {
			e.terms = map[diminuendo.Game]*terms{}
		}
		t = new(terms)
		t.derive(g, &e.w)
		e.terms[g] = t
	}
	return t
}

// Reweigh implements engine.Evaluator.
func (e *Evaluator) Reweigh() {
	e.mu.Lock()
	defer e.mu.Unlock()
	for g, t := range e.terms {
		t.derive(g, &e.w)
	}
}

type position = diminuendo.Position

// board is an engine.Board.
type board struct {
	t        *terms
	position // by value: its methods are found without another pointer
}

// Board implements engine.Evaluator. The position may be of any game of the family.
func (e *Evaluator) Board(p game.Position) engine.Board {
	g := p.Game().(diminuendo.Game) //nolint:forcetypeassert // an evaluator is given positions of its games
	own := p.Clone().(*position)    //nolint:forcetypeassert // the same
	return &board{e.termsOf(g), *own}
}

// Position implements engine.Board.
func (b *board) Position() game.Position { return &b.position }

// PieceCount implements engine.Board.
func (b *board) PieceCount() int { return mathbits.OnesCount64(b.State().Occupied()) }

// leastPieces is how many pieces other than kings and pawns a side must have for a
// null move to teach anything. With fewer, zugzwang is likely.
const leastPieces = 2

// MakeNullMove implements engine.Board. It refuses, too, when a king of the side to
// move stands on z: its captures are barred, and the few moves left count for more.
func (b *board) MakeNullMove() bool {
	s := b.State()
	own := s.Of(s.Turn)
	if mathbits.OnesCount64(own&^(s.Kings()|s.Pawns())) < leastPieces || own&s.Kings()&diminuendo.Z != 0 || b.InCheck() {
		return false
	}
	b.position.MakeNullMove()
	return true
}
