// Package eval makes the nodes that a search works on, with the evaluator of their game.
//
// An evaluator has the folder of its game: the evaluation, SEE, the order of moves, where a null move is safe, and
// weights.txt, named numbers that 'research tune' fits to self-play. Each passes evaltest.Conform. Package generic
// evaluates a game without an evaluator of its own.
package eval

import (
	"slices"
	"sync"

	"github.com/wane-chess/wane/engine"
	cheshireeval "github.com/wane-chess/wane/engine/eval/cheshire"
	convergenteval "github.com/wane-chess/wane/engine/eval/convergent"
	diminuendoeval "github.com/wane-chess/wane/engine/eval/diminuendo"
	"github.com/wane-chess/wane/engine/eval/generic"
	"github.com/wane-chess/wane/engine/eval/network"
	shrinkeval "github.com/wane-chess/wane/engine/eval/shrink"
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/rules/cheshire"
	"github.com/wane-chess/wane/rules/convergent"
	"github.com/wane-chess/wane/rules/diminuendo"
	"github.com/wane-chess/wane/rules/shrink"
)

// entry is the evaluator of the games that match, the name of the file with its
// weights, in the folder of this package, and what its scores are worth.
type entry struct {
	matches func(game.Game) bool
	new     func() engine.Evaluator
	file    string
	chances Chances
}

// evaluators holds the evaluators. A game uses the first that matches; the last one
// matches any game and counts its pieces (see package generic). docs/matches.md says
// where the chances come from.
var evaluators = []entry{
	{only(shrink.New()), func() engine.Evaluator { return shrinkeval.New() }, "shrink/weights.txt", Chances{121, 147}},
	{only(shrink.NewChess()), func() engine.Evaluator { return shrinkeval.NewChess() }, "shrink/weights-chess.txt",
		Chances{94, 125}},
	{family[convergent.Game], func() engine.Evaluator { return convergenteval.New() }, "convergent/weights.txt",
		Chances{59, 121}},
	{inventors, func() engine.Evaluator { return diminuendoeval.New() }, "diminuendo/weights.txt",
		Chances{354, 267}},
	{family[diminuendo.Game], forRankings, "diminuendo/weights-rankings.txt", Chances{341, 221}},
	{family[*cheshire.Game], func() engine.Evaluator { return cheshireeval.New() }, "cheshire/weights.txt",
		Chances{329, 177}},
	{family[game.Game], func() engine.Evaluator { return generic.New() }, "generic/weights.txt", Chances{94, 125}},
}

func forRankings() engine.Evaluator { return diminuendoeval.NewForRankings() }

// entryOf returns the entry of a game.
func entryOf(g game.Game) entry { return evaluators[indexOf(g)] }

func indexOf(g game.Game) int {
	return slices.IndexFunc(evaluators, func(e entry) bool { return e.matches(g) })
}

// only returns a function that matches one game.
func only(g game.Game) func(game.Game) bool {
	return func(other game.Game) bool { return other == g }
}

// inventors matches Diminuendo Chess with the inventor's ranking.
func inventors(g game.Game) bool {
	d, ok := g.(diminuendo.Game)
	return ok && d.Ranking() == diminuendo.Default
}

// family matches all games of a type.
func family[G game.Game](g game.Game) bool {
	_, ok := g.(G)
	return ok
}

// New returns a new evaluator for a game: with its network, if the program has one, or else Classic.
func New(g game.Game) engine.Evaluator {
	classic := Classic(g)
	if indexOf(g) == len(evaluators)-1 { // another program's game, which may have the name of one here
		return classic
	}
	if n := networkOf(g); n != nil {
		return network.NewEvaluator(classic, n)
	}
	return classic
}

// Classic returns a new evaluator for a game that is written by hand, with the weights that are part of the program. A
// game without an evaluator of its own has its pieces counted (see package generic).
func Classic(g game.Game) engine.Evaluator { return entryOf(g).new() }

// File returns the name of the file with a game's weights, from the root of the
// source tree. Games with the same file have the same weights, and Classic's evaluator
// of one makes nodes for all of them.
func File(g game.Game) string {
	return "engine/eval/" + entryOf(g).file
}

// Set has an evaluator for each game, made when the game is first met, with the
// weights that are part of the program. Its zero value is ready for use, by any
// number of goroutines.
type Set struct {
	// Classic is whether the evaluators have no networks. Set it before the first use.
	Classic bool

	mu         sync.Mutex
	evaluators map[identity]engine.Evaluator
}

// identity tells games apart. A game that embeds another may have the same name, but has another entry.
type identity struct {
	entry int
	name  string
}

// Of returns the evaluator of a game, always the same one.
func (s *Set) Of(g game.Game) engine.Evaluator {
	s.mu.Lock()
	defer s.mu.Unlock()
	id := identity{indexOf(g), g.Name()}
	e, ok := s.evaluators[id]
	if !ok {
		if s.evaluators == nil {
			s.evaluators = map[identity]engine.Evaluator{}
		}
		if s.Classic {
			e = Classic(g)
		} else {
			e = New(g)
		}
		s.evaluators[id] = e
	}
	return e
}

// NewNode returns a node for a position of any game. It is an engine.NodeFunc.
func (s *Set) NewNode(p game.Position) engine.Node { return s.Of(p.Game()).NewNode(p) }

var shared Set

// NewNode returns a node for a position of any game, with the weights that are part
// of the program. It is an engine.NodeFunc.
func NewNode(p game.Position) engine.Node { return shared.NewNode(p) }
