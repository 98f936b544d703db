package evaltest

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"unsafe"

	"github.com/wane-chess/wane/engine/eval"
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/game/gametest"
)

// Weights checks a game whose evaluation can be tuned: that Weights is a pointer
// to a struct of Scores, arrays and structs of Scores, that every field bears on the
// evaluation of some position, and that a weight put back leaves no trace, also
// in positions made before. It evaluates positions of random games from the
// start and from the FENs.
func Weights(t *testing.T, g game.Tuned, fens ...string) {
	t.Helper()
	list, problem := weightList(g.Weights())
	if problem != "" {
		t.Fatalf("%s: Weights: %s", g.Name(), problem)
	}
	positions := weighed(t, g, fens)
	g.Reweigh()
	base := evals(positions)
	dead, used := map[string]int{}, map[string]bool{}
	for _, w := range list {
		old := *w.score
		*w.score += 100
		g.Reweigh()
		if slices.Equal(evals(positions), base) {
			dead[w.field]++
		} else {
			used[w.field] = true
		}
		*w.score = old
	}
	g.Reweigh()
	if !slices.Equal(evals(positions), base) {
		t.Errorf("%s: with every weight put back, evaluations are not what they were", g.Name())
	}
	for _, w := range list {
		if !used[w.field] {
			t.Errorf("%s: the weight %s changes the evaluation of none of %d positions", g.Name(), w.field, len(positions))
			used[w.field] = true
		}
	}
	var unused []string
	for field, n := range dead {
		unused = append(unused, fmt.Sprintf("%s %d", field, n))
	}
	slices.Sort(unused)
	t.Logf("%s: %d weights; without effect on %d positions: %s", g.Name(), len(list), len(positions), strings.Join(unused, ", "))
}

// weight is one number of the evaluation and the field that it belongs to.
type weight struct {
	field string
	score *game.Score
}

// weightList finds every number in a pointer to a struct of weights, or tells
// what is wrong with it.
func weightList(pointer any) (list []weight, problem string) {
	v := reflect.ValueOf(pointer)
	if v.Kind() != reflect.Pointer || v.Elem().Kind() != reflect.Struct {
		return nil, fmt.Sprintf("a %T, want a pointer to a struct", pointer)
	}
	var walk func(field string, v reflect.Value)
	walk = func(field string, v reflect.Value) {
		switch {
		case v.Type() == reflect.TypeFor[game.Score]():
			// Fields need not be exported: reflection alone could not set them then.
			list = append(list, weight{field, (*game.Score)(unsafe.Pointer(v.UnsafeAddr()))})
		case v.Kind() == reflect.Array:
			for i := range v.Len() {
				walk(field, v.Index(i))
			}
		case v.Kind() == reflect.Struct:
			for i := range v.NumField() {
				walk(strings.TrimPrefix(field+"."+v.Type().Field(i).Name, "."), v.Field(i))
			}
		default:
			problem = fmt.Sprintf("%s holds a %v, want Scores, arrays and structs of Scores", field, v.Type())
		}
	}
	walk("", v.Elem())
	if len(list) == 0 && problem == "" {
		problem = "no weights"
	}
	return list, problem
}

// weighed returns positions of random games, on which weights are tried.
func weighed(t *testing.T, g game.Game, fens []string) []game.Position {
	t.Helper()
	games := 30
	if testing.Short() {
		games = 8
	}
	var positions []game.Position
	starts := append([]string{g.Start().String()}, fens...)
	for i, fen := range starts {
		for n := range max(games/len(starts), 1) {
			w := gametest.Walk{Game: g, FEN: fen, Seed: uint64(100*i + n), Plies: 120}
			w.Run(t, func(p game.Position) { positions = append(positions, p.Clone()) })
		}
	}
	return positions
}

func evals(positions []game.Position) []game.Score {
	e := make([]game.Score, len(positions))
	for i, p := range positions {
		e[i] = eval.Board(p).Eval()
	}
	return e
}
