package diminuendo

import (
	"testing"

	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/rules/diminuendo"
)

// Rankings that the tests use: crescendo makes kings of queens.
const (
	plain     = "diminuendo"
	crescendo = "diminuendo:pbnrqk"
)

var sampleNames = []string{
	"diminuendo", "diminuendo:pbnrqk", "diminuendo:qkrbnp+qk", "diminuendo:bnpqkr+fp",
	"diminuendo:pkqrnb+qk+fp", "diminuendo:rbnpqk",
}

var startFEN = diminuendo.New(diminuendo.Default, false, false).Start().String()

var forInventors, forRankings = New(), NewForRankings()

// shared returns the evaluator that the program uses for a game.
func shared(g game.Game) *Evaluator {
	if g.(diminuendo.Game).Ranking() == diminuendo.Default {
		return forInventors
	}
	return forRankings
}

func named(t testing.TB, name string) game.Game {
	t.Helper()
	g, err := diminuendo.ByName(name)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func parse(t testing.TB, name, fen string) game.Position {
	t.Helper()
	p, err := named(t, name).Parse(fen)
	if err != nil {
		t.Fatalf("%s: %v", fen, err)
	}
	return p
}

// boardOf returns a board with the weights of the program.
func boardOf(p game.Position) engine.Node { return shared(p.Game()).NewNode(p) }

// eval is the evaluation of a position with the weights of the program.
func eval(p game.Position) engine.Score { return boardOf(p).Eval() }

// termsOf returns the tuned terms of a ranking, with both options or with neither.
func termsOf(r diminuendo.Ranking, options bool) *terms {
	g := diminuendo.New(r, options, options)
	return shared(g).termsOf(g.(diminuendo.Game))
}
