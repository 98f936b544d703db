package tune

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/engine/eval/weights"
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/research/selfplay"
)

// fakeWeights has weights of every form.
type fakeWeights struct {
	tempo  engine.Score
	pieces [3][2]engine.Score
	Pair   struct{ Early, Late engine.Score }
	never  [2]engine.Score // in no position
	hidden engine.Score    // only in positions beyond the cutoff
}

// fakeGame is a game and its evaluator, in which a position is the number of times
// each weight counts. Its FEN is these numbers and the side to move.
type fakeGame struct {
	game.Game // the other methods, which nothing calls
	name      string
	w         *fakeWeights
	derived   *fakeWeights // updated by Reweigh
}

func newFake(name string, w fakeWeights) *fakeGame {
	g := &fakeGame{name: name, w: &w, derived: &fakeWeights{}}
	g.Reweigh()
	return g
}

func (g *fakeGame) Name() string { return g.name }
func (g *fakeGame) Reweigh()     { *g.derived = *g.w }

func (g *fakeGame) Weights() []engine.Weight {
	return weights.Named("tempo 0\npieces[0] 0 0\npieces[1] 0 0\npieces[2] 0 0\nEarly 0\nLate 0\nnever 0 0\nhidden 0", g.w)
}

func (g *fakeGame) NewNode(p game.Position) engine.Node {
	return &fakeNode{g: g, p: p.(*fakePosition)}
}

// valuesOf returns the weights of a fake game in the order of its list.
func valuesOf(g *fakeGame) []engine.Score {
	return (&weightList{all: g.Weights()}).values()
}

// use sets the weights of a fit.
func (g *fakeGame) use(r *Result) {
	(&weightList{all: g.Weights()}).set(r.Now)
	g.Reweigh()
}

func (g *fakeGame) Parse(fen string) (game.Position, error) {
	p := &fakePosition{}
	var color string
	n := &p.n
	if _, err := fmt.Sscan(fen, &n[0], &n[1], &n[2], &n[3], &n[4], &n[5], &n[6], &n[7], &color); err != nil {
		return nil, fmt.Errorf("bad position %q: expected eight numbers and a side", fen)
	}
	if color == "b" {
		p.turn = game.Black
	}
	return p, nil
}

type fakePosition struct {
	game.Position
	n    [8]int
	turn game.Color
}

type fakeNode struct {
	engine.Node
	g *fakeGame
	p *fakePosition
}

func (b *fakeNode) Turn() game.Color { return b.p.turn }

// Eval is linear up to a cutoff at 2000 centipawns.
func (b *fakeNode) Eval() engine.Score {
	w, p := b.g.derived, b.p
	sum := engine.Score(0)
	for i, x := range [8]engine.Score{
		w.pieces[0][0], w.pieces[0][1], w.pieces[1][0], w.pieces[1][1], w.pieces[2][0], w.pieces[2][1], w.Pair.Early,
		w.Pair.Late,
	} {
		sum += x * engine.Score(p.n[i])
	}
	if sum > 2000 {
		return 2000 + w.hidden
	}
	if p.turn == game.Black {
		sum = -sum
	}
	return sum + w.tempo
}

// planted are the true weights of the data.
var planted = fakeWeights{
	tempo:  12,
	pieces: [3][2]engine.Score{{100, 120}, {310, 290}, {-45, 0}},
	Pair:   struct{ Early, Late engine.Score }{33, -8},
}

// fakeData returns positions with scores by the planted weights and random results
// that follow them.
func fakeData(t *testing.T, g *fakeGame, games int) *Data {
	t.Helper()
	truth := newFake("truth", planted)
	rng := rand.New(rand.NewPCG(3, 5))
	var text strings.Builder
	for number := range games {
		for ply := range 5 {
			var n [8]any
			for i := range n {
				n[i] = rng.IntN(5) - 2
			}
			fen := fmt.Sprint(n[:]...) + " " + []string{"w", "b"}[rng.IntN(2)]
			p, err := truth.Parse(fen)
			if err != nil {
				t.Fatal(err)
			}
			score := whiteEval(truth.NewNode(p))
			result := 0.0
			if rng.Float64() < expectedScore(slope(1), float64(score)) {
				result = 1
			}
			_, _ = fmt.Fprintln(&text, selfplay.Sample{Game: g.name, FEN: fen, Result: result, Score: score, Ply: ply})
		}
		_, _ = fmt.Fprintf(&text, "# game %d: over\n", number+1)
	}
	d := NewData(g, g, func(name string) (game.Game, error) {
		if name != g.name {
			return nil, fmt.Errorf("unknown game %q", name)
		}
		return g, nil
	})
	if err := d.Read(strings.NewReader(text.String()), "fake.txt"); err != nil {
		t.Fatal(err)
	}
	return d
}

// quick returns options for the fake game, whose scores are exact.
func quick() Options {
	o := Defaults()
	o.Epochs, o.Lambda, o.L2, o.K, o.Rate = 60, 0, 0, 1, 4
	return o
}

// far returns the largest difference between weights and the planted ones.
func far(w *fakeWeights) (most float64) {
	truth := valuesOf(newFake("truth", planted))
	for i, v := range valuesOf(newFake("fitted", *w)) {
		most = max(most, math.Abs(float64(v-truth[i])))
	}
	return most
}
