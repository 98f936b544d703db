package selfplay

import (
	"context"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/engine/eval"
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/rules"
)

// guesser plays any move, always the same in the same position after the same moves,
// and scores positions as won by White from some ply on.
type guesser struct {
	wins   int  // the ply
	greedy bool // it plays noisy moves if there are any
	heard  uint64
}

func (e *guesser) Search(_ context.Context, p game.Position, l engine.Limits,
	_ func(engine.Report)) (engine.Report, error) {
	e.heard = (e.heard ^ p.Key()) * 0x100000001b3
	moves := p.Legal(nil)
	if len(moves) == 0 {
		return engine.Report{}, engine.ErrNoMoves
	}
	if e.greedy {
		for _, m := range eval.NewNode(p).AppendNoisy(nil) {
			moves = []game.Move{m.Move}
		}
	}
	score := engine.Score(e.heard>>32%200) - 100
	if p.Ply() >= e.wins {
		score = 2000
		if p.Turn() == game.Black {
			score = -2000
		}
	}
	return engine.Report{Score: score, Nodes: l.Nodes, PV: []game.Move{moves[e.heard>>40%uint64(len(moves))]}}, nil
}

func (e *guesser) Reset() { e.heard = 0 }

// small returns options for quick games.
func small(t *testing.T, name string) Options {
	t.Helper()
	g, err := rules.ByName(name)
	if err != nil {
		t.Fatal(err)
	}
	return Options{
		Rules:       name,
		Draw:        func(*rand.Rand) (game.Game, error) { return g, nil },
		Lookup:      rules.ByName,
		NewEngine:   func() (engine.Engine, error) { return &guesser{wins: 16}, nil },
		Nodes:       MinNodes,
		Seed:        7,
		Opening:     6,
		Games:       3,
		Concurrency: 1,
	}
}

// games runs selfplay and returns the file.
func games(t *testing.T, name string, o Options) (string, Progress) {
	t.Helper()
	p, err := Run(t.Context(), name, o)
	if err != nil {
		t.Fatal(err)
	}
	b, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(b), p
}

func newFile(t *testing.T) string {
	t.Helper()
	return filepath.Join(t.TempDir(), "games.txt")
}
