// Package eval makes the boards on which a search plays: for each game with the
// evaluator of that game.
package eval

import (
	"sync"

	"github.com/wane-chess/wane/engine"
	cheshireeval "github.com/wane-chess/wane/engine/eval/cheshire"
	convergenteval "github.com/wane-chess/wane/engine/eval/convergent"
	diminuendoeval "github.com/wane-chess/wane/engine/eval/diminuendo"
	"github.com/wane-chess/wane/engine/eval/generic"
	shrinkeval "github.com/wane-chess/wane/engine/eval/shrink"
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/rules/cheshire"
	"github.com/wane-chess/wane/rules/convergent"
	"github.com/wane-chess/wane/rules/diminuendo"
)

// evaluators make an evaluator for each game, or return nil for a game that they do
// not know. A new game is a line in this list.
var evaluators = []func(game.Game) engine.Evaluator{
	func(g game.Game) engine.Evaluator { return ifGame[convergent.Game](g, convergenteval.New) },
	func(g game.Game) engine.Evaluator { return ifGame[*cheshire.Game](g, cheshireeval.New) },
	shrinkeval.New,
	func(g game.Game) engine.Evaluator { return ifGame[diminuendo.Game](g, diminuendoeval.New) },
}

func ifGame[G game.Game, E engine.Evaluator](g game.Game, make func() E) engine.Evaluator {
	if _, ok := g.(G); ok {
		return make()
	}
	return nil
}

// New returns a new evaluator for a game, with the weights that are part of the
// program. A game without an evaluator of its own has its pieces counted (see
// package generic).
func New(g game.Game) engine.Evaluator {
	for _, make := range evaluators {
		if e := make(g); e != nil {
			return e
		}
	}
	return generic.New()
}

// shared holds an evaluator for each game that was played, by its name.
var shared sync.Map

// Board returns a board for a position of any game, with the weights that are part
// of the program. It is an engine.Boards.
func Board(p game.Position) engine.Board {
	g := p.Game()
	e, ok := shared.Load(g.Name())
	if !ok {
		e, _ = shared.LoadOrStore(g.Name(), New(g))
	}
	return e.(engine.Evaluator).Board(p)
}
