package evaltest

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/engine/eval/weights"
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/game/gametest"
)

// CheckWeights checks the weights of an evaluator on positions of random games, from
// the start and from the FENs: every group bears on some evaluation, and a weight
// that is put back leaves no trace, also in nodes made before.
func CheckWeights(t *testing.T, e engine.Tunable, g game.Game, fens ...string) {
	t.Helper()
	list := e.Weights()
	if len(list) == 0 {
		t.Fatalf("%s: no weights", g.Name())
	}
	names := map[string]bool{}
	for _, w := range list {
		if names[w.Name] {
			t.Fatalf("%s: two weights are named %s", g.Name(), w.Name)
		}
		names[w.Name] = true
	}
	nodes := sample(t, e, g, fens)
	base := evals(nodes)
	dead, used := map[string]int{}, map[string]bool{}
	for _, w := range list {
		group, old := weights.Group(w.Name), *w.Value
		*w.Value += 100
		e.Reweigh()
		if slices.Equal(evals(nodes), base) {
			dead[group]++
		} else {
			used[group] = true
		}
		*w.Value = old
	}
	e.Reweigh()
	if !slices.Equal(evals(nodes), base) {
		t.Errorf("%s: with every weight put back, evaluations are not what they were", g.Name())
	}
	for _, w := range list {
		if group := weights.Group(w.Name); !used[group] {
			t.Errorf("%s: the weight %s changes the evaluation of none of %d positions", g.Name(), group, len(nodes))
			used[group] = true
		}
	}
	var unused []string
	for group, n := range dead {
		unused = append(unused, fmt.Sprintf("%s %d", group, n))
	}
	slices.Sort(unused)
	t.Logf("%s: %d weights; without effect on %d positions: %s",
		g.Name(), len(list), len(nodes), strings.Join(unused, ", "))
}

// CheckNames checks that the weights of an evaluator are the scores of a struct, in its
// order and under the names of its fields. More fields may follow.
func CheckNames(t *testing.T, e engine.Tunable, values any) {
	t.Helper()
	var want []engine.Weight
	var walk func(name string, v reflect.Value)
	walk = func(name string, v reflect.Value) {
		switch v.Kind() {
		case reflect.Struct:
			for i := range v.NumField() {
				walk(v.Type().Field(i).Name, v.Field(i))
			}
		case reflect.Array:
			for i := range v.Len() {
				walk(fmt.Sprintf("%s[%d]", name, i), v.Index(i))
			}
		default:
			score, ok := v.Addr().Interface().(*engine.Score)
			if !ok {
				t.Errorf("%s is a %v, not a score", name, v.Type())
			}
			want = append(want, engine.Weight{Name: name, Value: score})
		}
	}
	walk("", reflect.ValueOf(values).Elem())
	for i, w := range e.Weights() {
		if i >= len(want) || w != want[i] {
			t.Fatalf("weight %d is %s, which the struct does not have there", i, w.Name)
		}
	}
}

// sample returns nodes of positions of random games.
func sample(t *testing.T, e engine.Evaluator, g game.Game, fens []string) []engine.Node {
	t.Helper()
	games := 30
	if testing.Short() {
		games = 8
	}
	var nodes []engine.Node
	starts := append([]string{g.Start().String()}, fens...)
	for i, fen := range starts {
		for n := range max(games/len(starts), 1) {
			w := gametest.Walk{Game: g, FEN: fen, Seed: uint64(100*i + n), Plies: 120}
			w.Run(t, func(p game.Position) { nodes = append(nodes, e.NewNode(p)) })
		}
	}
	return nodes
}

func evals(nodes []engine.Node) []engine.Score {
	scores := make([]engine.Score, len(nodes))
	for i, b := range nodes {
		scores[i] = b.Eval()
	}
	return scores
}
