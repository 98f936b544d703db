package livegame

import (
	"fmt"
	"testing"
	"time"

	"github.com/wane-chess/wane/rules"
)

// recorded plays a game of that many plies and returns its header and events.
func recorded(tb testing.TB, variant string, plies int) (Header, []Event) {
	h := clocked("180+180")
	h.Variant = variant
	b := start(tb, h)
	for i := 0; len(b.s.Moves()) < plies; i++ {
		p := b.s.Position()
		legal := p.Legal(nil)
		if len(legal) == 0 || b.s.Status() != Live {
			break
		}
		b.wait(time.Second)
		b.moves(p.UCI(legal[(i*7+3)%len(legal)]))
	}
	return h, b.s.Events()
}

// BenchmarkMove measures what a manager does for a move without the store: Do, Apply,
// Summary and Clocks.
func BenchmarkMove(b *testing.B) {
	for _, variant := range variants {
		h, events := recorded(b, variant, 40)
		b.Run(variant, func(b *testing.B) {
			b.ReportAllocs()
			var g *Game
			for i := range b.N {
				if i%len(events) == 0 {
					b.StopTimer()
					g, _ = New(h, rules.ByName)
					b.StartTimer()
				}
				old := events[i%len(events)]
				c := Command{ID: fmt.Sprint("id-", i), Kind: DoMove, Guest: []string{ann, ben}[old.Color], Text: old.Move, Ply: -1}
				e, err := g.Do(c, Arrival{At: old.At})
				if err != nil {
					b.Fatal(err)
				}
				if err := g.Apply(e); err != nil {
					b.Fatal(err)
				}
				_, _ = g.Summary(), g.Clocks(old.At)
			}
		})
	}
}

// BenchmarkReplay loads a game of 40 plies.
func BenchmarkReplay(b *testing.B) {
	for _, variant := range variants {
		h, events := recorded(b, variant, 40)
		b.Run(variant, func(b *testing.B) {
			b.ReportAllocs()
			for range b.N {
				if _, err := Replay(h, events, rules.ByName); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
