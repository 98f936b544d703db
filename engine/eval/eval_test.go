package eval_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/engine/eval"
	"github.com/wane-chess/wane/engine/eval/network"
	"github.com/wane-chess/wane/engine/eval/weights"
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/rules"
)

// unknown is a game without an evaluator of its own.
type unknown struct{ game.Game }

// A game that embeds another and keeps its name has an evaluator of its own, whichever comes first.
func TestSet(t *testing.T) {
	for _, g := range rules.All() {
		for _, first := range []game.Game{g, unknown{g}} {
			var s eval.Set
			s.Of(first)
			if s.Of(g) != s.Of(g) || s.Of(g) == s.Of(unknown{g}) {
				t.Errorf("%s: the evaluators are mixed up", g.Name())
			}
			if got, want := fmt.Sprintf("%T", s.Of(g)), fmt.Sprintf("%T", eval.New(g)); got != want {
				t.Errorf("%s has the evaluator %s, want %s", g.Name(), got, want)
			}
		}
	}
}

func tunable(t *testing.T, g game.Game) engine.Tunable {
	t.Helper()
	e, err := eval.Tunable(eval.Classic(g), g)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// File names an existing file with exactly the weights of the evaluator that New
// returns, also for a game without an evaluator of its own.
func TestFile(t *testing.T) {
	for _, g := range append(rules.All(), unknown{rules.All()[0]}) {
		text, err := os.ReadFile(filepath.Join("..", "..", filepath.FromSlash(eval.File(g))))
		if err != nil {
			t.Fatal(err)
		}
		list, want := tunable(t, g).Weights(), tunable(t, g).Weights()
		for _, w := range list {
			*w.Value = 0
		}
		if err := weights.Read(string(text), list); err != nil {
			t.Errorf("%s: %s: %v", g.Name(), eval.File(g), err)
		}
		for i, w := range want {
			if *list[i].Value != *w.Value {
				t.Errorf("%s: the file has %s %d, the evaluator %d", g.Name(), w.Name, *list[i].Value, *w.Value)
			}
		}
	}
}

// Each file of networks is the network of a variant, which plays with it; a game that only has the variant's name does
// not, and neither does Classic.
func TestNetworks(t *testing.T) {
	files, err := os.ReadDir("networks")
	if err != nil || len(files) == 0 {
		t.Fatalf("no networks: %v", err)
	}
	for _, f := range files {
		g, err := rules.ByName(strings.TrimSuffix(f.Name(), ".nnue"))
		if err != nil {
			t.Fatalf("%s: %v", f.Name(), err)
		}
		if _, ok := eval.New(g).(*network.Evaluator); !ok {
			t.Errorf("%s plays without its network", g.Name())
		}
		for _, e := range []engine.Evaluator{eval.Classic(g), eval.New(unknown{g}), (&eval.Set{Classic: true}).Of(g)} {
			if _, ok := e.(*network.Evaluator); ok {
				t.Errorf("%s: %T has the network", g.Name(), e)
			}
		}
	}
}
