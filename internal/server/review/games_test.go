package review

import (
	"flag"
	"os"
	"strings"
	"testing"

	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/engine/eval"
	"github.com/wane-chess/wane/engine/search"
	"github.com/wane-chess/wane/notation"
	"github.com/wane-chess/wane/rules"
)

var update = flag.Bool("update", false, "replay the games of testdata")

// sixty is the length of the games of the benchmarks, in plies.
const sixty = 120

const gamesFile = "testdata/games.txt"

// games returns one game of each variant, of sixty moves or until its end, between
// players who make mistakes.
func games(t testing.TB) []notation.Line {
	t.Helper()
	if *update {
		var b strings.Builder
		for _, g := range rules.All() {
			b.WriteString(g.Name() + " " + strings.Join(play60(t, g.Name()), " ") + "\n")
		}
		if err := os.WriteFile(gamesFile, []byte(b.String()), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	text, err := os.ReadFile(gamesFile)
	if err != nil {
		t.Fatal(err)
	}
	var list []notation.Line
	for line := range strings.Lines(string(text)) {
		words := strings.Fields(line)
		list = append(list, notation.Line{Variant: words[0], Moves: words[1:]})
	}
	return list
}

// play60 plays a game of sixty moves, or else the longest of several.
func play60(t testing.TB, variant string) (longest []string) {
	t.Helper()
	g, err := rules.ByName(variant)
	if err != nil {
		t.Fatal(err)
	}
	for seed := range uint64(200) {
		var moves []string
		e, p := search.New(eval.NewNode), g.Start()
		for len(moves) < sixty && !p.Outcome().Over() {
			l, err := engine.LevelLimits(3+len(moves)%2, seed)
			if err != nil {
				t.Fatal(err)
			}
			l.MoveTime = 0
			info, err := e.Search(t.Context(), p, l, nil)
			if err != nil {
				t.Fatal(err)
			}
			moves = append(moves, p.UCI(info.Best()))
			p.Make(info.Best())
		}
		if len(moves) > len(longest) {
			longest = moves
		}
		if len(longest) == sixty {
			break
		}
	}
	return longest
}

// BenchmarkQuick reviews a game of sixty moves at the quick level, on one core, as a
// worker does.
func BenchmarkQuick(b *testing.B) { benchmark(b, Quick) }

// BenchmarkThorough does the same at the thorough level.
func BenchmarkThorough(b *testing.B) { benchmark(b, Thorough) }

func benchmark(b *testing.B, l Level) {
	for _, g := range games(b) {
		b.Run(g.Variant, func(b *testing.B) {
			e := search.New(eval.NewNode)
			var r Report
			n, begun := 0, processorTime()
			for ; b.Loop(); n++ {
				r = whole(b, g, l, e)
			}
			b.ReportMetric((processorTime()-begun).Seconds()/float64(n), "CPU-s/op")
			b.ReportMetric(float64(len(g.Moves)), "plies")
			b.ReportMetric(float64(r.Nodes)/1e6, "Mnodes/op")
		})
	}
}
