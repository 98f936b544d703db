package evaltest

import (
	"fmt"
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
// that is put back leaves no trace, also on boards made before.
func CheckWeights(t *testing.T, e engine.Evaluator, g game.Game, fens ...string) {
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
	boards := sample(t, e, g, fens)
	base := evals(boards)
	dead, used := map[string]int{}, map[string]bool{}
	for _, w := range list {
		group, old := weights.Group(w.Name), *w.Value
		*w.Value += 100
		e.Reweigh()
		if slices.Equal(evals(boards), base) {
			dead[group]++
		} else {
			used[group] = true
		}
		*w.Value = old
	}
	e.Reweigh()
	if !slices.Equal(evals(boards), base) {
		t.Errorf("%s: with every weight put back, evaluations are not what they were", g.Name())
	}
	for _, w := range list {
		if group := weights.Group(w.Name); !used[group] {
			t.Errorf("%s: the weight %s changes the evaluation of none of %d positions", g.Name(), group, len(boards))
			used[group] = true
		}
	}
	var unused []string
	for group, n := range dead {
		unused = append(unused, fmt.Sprintf("%s %d", group, n))
	}
	slices.Sort(unused)
	t.Logf("%s: %d weights; without effect on %d positions: %s",
		g.Name(), len(list), len(boards), strings.Join(unused, ", "))
}

// sample returns boards of positions of random games.
func sample(t *testing.T, e engine.Evaluator, g game.Game, fens []string) []engine.Board {
	t.Helper()
	games := 30
	if testing.Short() {
		games = 8
	}
	var boards []engine.Board
	starts := append([]string{g.Start().String()}, fens...)
	for i, fen := range starts {
		for n := range max(games/len(starts), 1) {
			w := gametest.Walk{Game: g, FEN: fen, Seed: uint64(100*i + n), Plies: 120}
			w.Run(t, func(p game.Position) { boards = append(boards, e.Board(p)) })
		}
	}
	return boards
}

func evals(boards []engine.Board) []engine.Score {
	scores := make([]engine.Score, len(boards))
	for i, b := range boards {
		scores[i] = b.Eval()
	}
	return scores
}
