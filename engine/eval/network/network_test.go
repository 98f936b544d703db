package network_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/engine/eval"
	"github.com/wane-chess/wane/engine/eval/evaltest"
	"github.com/wane-chess/wane/engine/eval/network"
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/game/gametest"
	"github.com/wane-chess/wane/rules"
	"github.com/wane-chess/wane/rules/shrink"
)

// random returns random weights.
func random(g game.Game, seed uint64) *network.Weights {
	rng := rand.New(rand.NewPCG(seed, 1))
	w := &network.Weights{Inputs: make([][network.Width]int16, network.For(g).Inputs())}
	for u := range network.Width {
		w.Bias[u] = int16(rng.IntN(201) - 100)
		for i := range w.Inputs {
			w.Inputs[i][u] = int16(rng.IntN(201) - 100)
		}
	}
	for b := range w.Output {
		for u := range w.Output[b] {
			w.Output[b][u] = int16(rng.IntN(2*127+1) - 127)
		}
		w.OutputBias[b] = int32(rng.IntN(20001) - 10000)
	}
	return w
}

// games are those whose networks see boards of their own kinds, and one that no layout knows.
func games(t *testing.T) []game.Game {
	t.Helper()
	list := []game.Game{other{shrink.NewChess()}}
	for _, name := range []string{"convergent", "diminuendo", "cheshire", "cheshire8", "shrink", "chess"} {
		g, err := rules.ByName(name)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, g)
	}
	return list
}

// other is a game that package network does not know.
type other struct{ game.Game }

// slow evaluates a board as the package's documentation says, one number at a time.
func slow(w *network.Weights, l *network.Layout, b *network.Board) engine.Score {
	out := w.Output[b.Bucket()]
	sum := 0
	for v := range 2 {
		units := w.Bias
		for _, i := range l.AppendInputs(nil, b, b.Turn^game.Color(v), false) {
			for u := range units {
				units[u] += w.Inputs[i][u]
			}
		}
		for u, x := range units {
			x := max(0, min(int(x), network.One))
			sum += x * x * int(out[v*network.Width+u])
		}
	}
	return engine.Score((sum/network.One + int(w.OutputBias[b.Bucket()])) * network.Scale /
		(network.One * network.WeightOne))
}

// A node agrees with the plain sum after every kind of move and null move and when they are taken back, however many
// of them lie between two evaluations. If the network corrects, the evaluation by hand is added.
func TestEval(t *testing.T) {
	for i, g := range append(games(t), games(t)...) {
		w, l := random(g, 1), network.For(g)
		w.Corrects = i < len(games(t))
		n, err := network.New(g, w)
		if err != nil {
			t.Fatal(err)
		}
		e := network.NewEvaluator(eval.Classic(g), n)
		nulls := 0
		for seed := range uint64(10) {
			rng := rand.New(rand.NewPCG(seed, 2))
			node := e.NewNode(g.Start())
			check := func() {
				var b network.Board
				l.Read(node.Position(), &b)
				want := slow(w, l, &b)
				if alone := n.Eval(&b); alone != want {
					t.Fatalf("%s %s: alone %d, want %d", g.Name(), node.Position(), alone, want)
				}
				if w.Corrects {
					want += eval.Classic(g).NewNode(node.Position()).Eval()
				}
				if got := node.Eval(); got != want {
					t.Fatalf("%s %s: %d, want %d", g.Name(), node.Position(), got, want)
				}
			}
			made := 0
			for range 400 {
				legal := node.Position().Legal(nil)
				switch _, over := node.Terminal(); {
				case over || len(legal) == 0 || made > 0 && rng.IntN(3) == 0:
					for range min(made, 1+rng.IntN(4)) {
						node.Unmake()
						made--
					}
				case rng.IntN(8) == 0 && node.MakeNullMove():
					nulls++
					made++
				default:
					node.Make(legal[rng.IntN(len(legal))])
					made++
				}
				if rng.IntN(2) == 0 {
					check()
				}
			}
			check()
		}
		if _, unknown := g.(other); nulls == 0 && !unknown {
			t.Errorf("%s: no null move", g.Name())
		}
	}
}

// The mirror image of a position, and the same position with colors swapped, have the inputs of the position.
func TestViews(t *testing.T) {
	for _, g := range games(t) {
		l := network.For(g)
		walk := gametest.Walk{Game: g, FEN: g.Start().String(), Seed: 3, Plies: 80}
		walk.Run(t, func(p game.Position) {
			var b network.Board
			l.Read(p, &b)
			seen := map[uint16]bool{}
			for _, i := range l.AppendInputs(nil, &b, game.White, false) {
				if seen[i] || int(i) >= l.Inputs() {
					t.Fatalf("%s %s: input %d of %d again", g.Name(), p, i, l.Inputs())
				}
				seen[i] = true
			}
			for _, v := range []struct {
				color  game.Color
				mirror bool
			}{{game.White, true}, {game.Black, false}, {game.Black, true}} {
				if n := len(l.AppendInputs(nil, &b, v.color, v.mirror)); n != len(seen) {
					t.Fatalf("%s %s: %d inputs as %v sees it, mirrored %v, and %d", g.Name(), p, n, v.color, v.mirror, len(seen))
				}
			}
		})
		var b network.Board
		l.Read(g.Start(), &b)
		white, black := l.AppendInputs(nil, &b, game.White, false), l.AppendInputs(nil, &b, game.Black, false)
		if !sameSet(white, black) {
			t.Errorf("%s: the start is not the same for both colors: %v, %v", g.Name(), white, black)
		}
	}
}

func sameSet(a, b []uint16) bool {
	set := map[uint16]bool{}
	for _, i := range a {
		set[i] = true
	}
	for _, i := range b {
		if !set[i] {
			return false
		}
		delete(set, i)
	}
	return len(set) == 0
}

// The nodes are those of an evaluator.
func TestConform(t *testing.T) {
	for _, g := range games(t)[1:] {
		w := random(g, 4)
		w.Corrects = true
		n, err := network.New(g, w)
		if err != nil {
			t.Fatal(err)
		}
		evaltest.Conform(t, network.NewEvaluator(eval.Classic(g), n).NewNode, g)
	}
}

func startOf(g game.Game) *network.Board {
	var b network.Board
	network.For(g).Read(g.Start(), &b)
	return &b
}

// A file is read as it was written, and a wrong one is refused with a reason.
func TestParse(t *testing.T) {
	g := shrink.NewChess()
	w := random(g, 5)
	file := w.Append(nil)
	correcting := *w
	correcting.Corrects = true
	if n, err := network.Parse(g, correcting.Append(nil)); err != nil {
		t.Error(err)
	} else if got, want := network.NewEvaluator(eval.Classic(g), n).NewNode(g.Start()).Eval(), slow(w, network.For(g),
		startOf(g))+eval.Classic(g).NewNode(g.Start()).Eval(); got != want {
		t.Errorf("a correcting network after reading %d, want %d", got, want)
	}
	n, err := network.Parse(g, file)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := n.Eval(startOf(g)), slow(w, network.For(g), startOf(g)); got != want {
		t.Errorf("after reading %d, want %d", got, want)
	}
	w.Inputs[0][3], w.Inputs[1][3], w.Inputs[2][3] = 32000, 32000, 32000
	for _, c := range []struct {
		file []byte
		game game.Game
		want string
	}{
		{nil, g, "not a network"},
		{[]byte("wane network 9 and more"), g, "another version"},
		{append([]byte("wane network 2\x02"), file[15:]...), g, "network of kind 2, expected 0"},
		{file[:len(file)-1], g, "expected"},
		{append(file, 0), g, "expected"},
		{file, shrink.New(), "768 inputs, expected 832 for shrink"},
		{w.Append(nil), g, "unit 3 ranges from"},
	} {
		if _, err := network.Parse(c.game, c.file); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v, want %q", err, c.want)
		}
	}
}

func BenchmarkEval(b *testing.B) {
	for _, name := range []string{"convergent", "cheshire", "shrink", "diminuendo", "chess"} {
		g, err := rules.ByName(name)
		if err != nil {
			b.Fatal(err)
		}
		w := random(g, 6)
		n, err := network.New(g, w)
		if err != nil {
			b.Fatal(err)
		}
		w.Corrects = true
		correcting, err := network.New(g, w)
		if err != nil {
			b.Fatal(err)
		}
		for kind, e := range map[string]engine.Evaluator{
			"network": network.NewEvaluator(eval.Classic(g), n), "classic": eval.Classic(g),
			"correcting": network.NewEvaluator(eval.Classic(g), correcting),
		} {
			b.Run(name+"/"+kind, func(b *testing.B) {
				node := e.NewNode(g.Start())
				legal := node.Position().Legal(nil)
				for i := 0; b.Loop(); i++ {
					node.Make(legal[i%len(legal)])
					node.Eval()
					node.Unmake()
				}
			})
		}
	}
}
