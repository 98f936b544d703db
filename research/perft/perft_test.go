// Package perft compares wane's move generators with another Go library in one
// run, so that the ratio is meaningful on any machine, and lets that library read the
// PGN of matches.
package perft

import (
	"testing"
	"time"

	"github.com/corentings/chess/v2"
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/game/gametest"
	"github.com/wane-chess/wane/rules"
)

// theirs is perft of orthodox chess with the other library; it counts the moves of the
// last ply without playing them.
func theirs(p *chess.Position, depth int) uint64 {
	moves := p.ValidMoves()
	if depth == 1 {
		return uint64(len(moves))
	}
	var n uint64
	for i := range moves {
		n += theirs(p.Update(&moves[i]), depth-1)
	}
	return n
}

func TestSameCount(t *testing.T) {
	g, err := rules.ByName("chess")
	if err != nil {
		t.Fatal(err)
	}
	if a, b := theirs(chess.StartingPosition(), 3), game.Perft(g.Start(), 3); a != b {
		t.Errorf("perft 3 is %d with the other library, %d here", a, b)
	}
}

// BenchmarkRatio reports, for each game, the ratio of its nodes per second to those of
// the other library on orthodox chess. Both have one thread and take turns.
func BenchmarkRatio(b *testing.B) {
	const depth = 5 // ours; theirs takes longer for one ply less
	for _, g := range rules.All() {
		b.Run(g.Name(), func(b *testing.B) {
			p := g.Start()
			var c gametest.Counter
			var ours, other struct {
				nodes uint64
				time  time.Duration
			}
			for b.Loop() {
				start := time.Now()
				other.nodes += theirs(chess.StartingPosition(), 4)
				other.time += time.Since(start)
				start = time.Now()
				ours.nodes += c.Perft(p, depth)
				ours.time += time.Since(start)
			}
			rate := float64(ours.nodes) / ours.time.Seconds()
			yard := float64(other.nodes) / other.time.Seconds()
			b.ReportMetric(rate/1e6, "Mnodes/s")
			b.ReportMetric(yard/1e6, "other-Mnodes/s")
			b.ReportMetric(rate/yard, "ratio")
		})
	}
}
