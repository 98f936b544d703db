package eval_test

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/wane-chess/wane/engine/eval"
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

// File names an existing file with exactly the weights of the evaluator that New
// returns, also for a game without an evaluator of its own.
func TestFile(t *testing.T) {
	for _, g := range append(rules.All(), unknown{rules.All()[0]}) {
		text, err := os.ReadFile(filepath.Join("..", "..", filepath.FromSlash(eval.File(g))))
		if err != nil {
			t.Fatal(err)
		}
		list, want := eval.New(g).Weights(), eval.New(g).Weights()
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
