package analysis

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/engine/eval"
	"github.com/wane-chess/wane/engine/search"
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/server/review"
	"github.com/wane-chess/wane/notation"
	"github.com/wane-chess/wane/rules"
)

// oracle is an engine whose scores and best lines are given by ply.
type oracle struct {
	t      *testing.T
	scores []engine.Score
	lines  map[int]string
	cancel func() // called at the third position
	asked  int
}

func (o *oracle) Reset() {}

func (o *oracle) Search(
	_ context.Context, p game.Position, l engine.Limits, _ func(engine.Report),
) (engine.Report, error) {
	if l.Mate > 0 {
		return engine.Report{}, nil
	}
	if o.asked++; o.asked == 3 && o.cancel != nil {
		o.cancel()
	}
	info := engine.Report{Depth: 1, MultiPV: 1, Score: o.scores[p.Ply()]}
	if l := o.lines[p.Ply()]; l != "" {
		info.PV = line(o.t, p, l)
	}
	return info, nil
}

func tree(t *testing.T, text string) *notation.Tree {
	t.Helper()
	trees, _, err := notation.ReadString(text, notation.ReadOptions{Lookup: rules.ByName, Format: notation.PGN})
	if err != nil || len(trees) != 1 {
		t.Fatalf("%d games, %v", len(trees), err)
	}
	return trees[0]
}

const recorded = `[White "A"]
[Variant "shrink"]

1. e4 {[%clk 0:01:00]} 1... d5 {[%eval 9.99] the center} 2. exd5 a5 (2... h5) 3. Qg4! a4 4. Qg5 Qxd4 *
`

func newOracle(t *testing.T) *oracle {
	return &oracle{
		t:      t,
		scores: []engine.Score{20, -20, 30, -40, 300, 250, 260, -900, engine.Mate - 3},
		lines: map[int]string{
			0: "e4 d5", // the played moves
			3: "c5 Nc3 Nd6 Nf3 Ngf5 d3 g5 Be2 h5 h3",
			4: "Nc3 Nd6", // 3. Qg4 is as good
			6: "Qf3",
			7: "Qxd4",
		},
	}
}

func TestAnnotate(t *testing.T) {
	g := tree(t, recorded)
	var steps []int
	progress := func(done, of int) { steps = append(steps, done, of) }
	if err := Annotate(context.Background(), g, newOracle(t), review.NewEffort(engine.Limits{}), progress); err != nil {
		t.Fatal(err)
	}
	golden(t, "annotated.pgn", g.PGN())
	if len(steps) != 18 || steps[0] != 1 || steps[16] != 9 || steps[17] != 9 {
		t.Errorf("progress is %v", steps)
	}
	// A second run changes nothing: it replaces the evaluations and finds the lines.
	once := g.PGN()
	if err := Annotate(context.Background(), g, newOracle(t), review.NewEffort(engine.Limits{}), nil); err != nil {
		t.Fatal(err)
	}
	if g.PGN() != once {
		t.Errorf("annotated twice:\n%s\nonce:\n%s", g.PGN(), once)
	}
	if again := tree(t, once); again.PGN() != once {
		t.Errorf("read back:\n%s\nwritten:\n%s", again.PGN(), once)
	}
}

// An interrupted annotation leaves the game unchanged.
func TestAnnotateInterrupted(t *testing.T) {
	g := tree(t, recorded)
	before := g.PGN()
	ctx, cancel := context.WithCancel(context.Background())
	o := newOracle(t)
	o.cancel = cancel
	if err := Annotate(ctx, g, o, review.NewEffort(engine.Limits{}), nil); !errors.Is(err, context.Canceled) ||
		o.asked != 3 {
		t.Errorf("%v after %d positions; want the end of the context after 3", err, o.asked)
	}
	if g.PGN() != before {
		t.Errorf("the game became\n%s", g.PGN())
	}
}

// The real engine finds the blunder of a short game. Ends of games need no search.
func TestAnnotateGames(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"1. f3 e5 2. g4 Qh4# 0-1", "2. g4 $4 {[%eval #-1]}"},
		{"[FEN \"7k/5Q2/8/6K1/8/8/8/8 w - - 0 1\"]\n\n1. Kg6 1/2-1/2", "1. Kg6 $4 {[%eval 0.00]}"},
		{"[Variant \"shrink\"]\n[FEN \"2k/1R1/K2 w - - 0 1\"]\n\n1. Rc2+ Ka3 2. Ra2# 1-0",
			"1. Rc2+ {[%eval #1]} 1... Ka3 {[%eval #1]} 2. Ra2# 1-0"},
		{"[White \"A\"]\n\n*", "*"},
	} {
		g := tree(t, c.text)
		effort := review.NewEffort(engine.Limits{Nodes: 3000})
		if err := Annotate(context.Background(), g, search.New(eval.NewNode), effort, nil); err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(strings.Fields(g.PGN()), " "); !strings.Contains(got, c.want) {
			t.Errorf("%s\nlacks %s", got, c.want)
		}
	}
}
