// Package diminuendo evaluates Diminuendo Chess, in all its rankings: material by
// what pieces are and what they come back as, activity, pawns, and what the next
// capture drops on z or pushes off it.
package diminuendo

import (
	"sync"

	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/bitboard"
	"github.com/wane-chess/wane/rules/diminuendo"
)

// Evaluator is an engine.Evaluator for games of the family, which share its weights.
type Evaluator struct {
	weights values
	mu      sync.Mutex
	terms   map[diminuendo.Game]*terms // follow from the weights
}

// New returns an evaluator with the weights that are part of the program for the inventor's
// ranking.
func New() *Evaluator { return &Evaluator{weights: inventors()} }

// NewForRankings returns an evaluator with the weights that are part of the program for all
// other rankings: one set, from which each ranking's piece values follow.
func NewForRankings() *Evaluator { return &Evaluator{weights: others()} }

// termsOf returns the terms of a game, the same for all its nodes.
func (e *Evaluator) termsOf(g diminuendo.Game) *terms {
	e.mu.Lock()
	defer e.mu.Unlock()
	t, ok := e.terms[g]
	if !ok {
		if e.terms == nil {
			e.terms = map[diminuendo.Game]*terms{}
		}
		t = new(terms)
		t.derive(g, &e.weights)
		e.terms[g] = t
	}
	return t
}

// Reweigh implements engine.Tunable.
func (e *Evaluator) Reweigh() {
	e.mu.Lock()
	defer e.mu.Unlock()
	for g, t := range e.terms {
		t.derive(g, &e.weights)
	}
}

type position = diminuendo.Position

// node is an engine.Node.
type node struct {
	terms    *terms
	position // by value: its methods are found without another pointer
}

// NewNode implements engine.Evaluator. The position may be of any game of the family.
func (e *Evaluator) NewNode(p game.Position) engine.Node {
	g := p.Game().(diminuendo.Game) //nolint:forcetypeassert // an evaluator is given positions of its games
	own := p.Clone().(*position)    //nolint:forcetypeassert // the same
	return &node{e.termsOf(g), *own}
}

// Position implements engine.Node.
func (b *node) Position() game.Position { return &b.position }

// PieceCount implements engine.Node.
func (b *node) PieceCount() int { return bitboard.Count(b.State().Occupied()) }

// Structure implements engine.Node.
func (b *node) Structure() engine.Structure { return bitboard.Structure(b.State().Pieces) }
