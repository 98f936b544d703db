// Package eval makes the boards on which a search plays: for each game with the
// evaluator of that game.
package eval

import (
	"strings"
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

func ifGame[G game.Game, E engine.Evaluator](g game.Game, newEvaluator func() E) engine.Evaluator {
	if _, ok := g.(G); ok {
		return newEvaluator()
	}
	return nil
}

// New returns a new evaluator for a game, with the weights that are part of the
// program. A game without an evaluator of its own has its pieces counted (see
// package generic).
func New(g game.Game) engine.Evaluator {
	for _, newFor := range evaluators {
		if e := newFor(g); e != nil {
			return e
		}
	}
	return generic.New()
}

// Set has an evaluator for each game, made when the game is first met, with the
// weights that are part of the program. Its zero value is ready for use, by any
// number of goroutines.
type Set struct{ evaluators sync.Map } // by the game's name

// Of returns the evaluator of a game, always the same one.
func (s *Set) Of(g game.Game) engine.Evaluator {
	e, ok := s.evaluators.Load(g.Name())
	if !ok {
		e, _ = s.evaluators.LoadOrStore(g.Name(), New(g))
	}
	return e.(engine.Evaluator)
}

// Board returns a board for a position of any game. It is an engine.Boards.
func (s *Set) Board(p game.Position) engine.Board { return s.Of(p.Game()).Board(p) }

var shared Set

// Board returns a board for a position of any game, with the weights that are part
// of the program. It is an engine.Boards.
func Board(p game.Position) engine.Board { return shared.Board(p) }

// File returns the name of the file with a game's weights, from the root of the
// source tree. Games with the same file have the same weights, and an evaluator of
// one makes boards for all of them.
func File(g game.Game) string {
	family, _, _ := strings.Cut(g.Name(), ":")
	switch family {
	case "chess":
		return "engine/eval/shrink/weights-chess.txt"
	case "cheshire8":
		family = "cheshire"
	}
	return "engine/eval/" + family + "/weights.txt"
}
