package lines

import (
	"testing"
	"time"

	"github.com/wane-chess/wane/internal/page/frames"
	"github.com/wane-chess/wane/internal/server/limits"
	"github.com/wane-chess/wane/rules"
)

func FuzzRead(f *testing.F) {
	f.Add("shrink", "", "e2e4_d7d5")
	f.Add("diminuendo:pbnrqk+qk", "P3p/RP2pr/QNP1pnq/BBB1bbb/KNP1pnk/RP2pr/P3p w - - 0 1", "1.d3f5 g5f5")
	f.Add("cheshire", "x", "\xff_,")
	reader := NewReader(rules.ByName, limits.NewLimiter(limits.Limits{Off: true}, time.Now))
	f.Fuzz(func(t *testing.T, variant, fen, moves string) {
		if len(moves) > 200 || len(fen) > 200 || len(variant) > 40 {
			return
		}
		l, err := reader.Read(t.Context(), Query{variant, fen, moves})
		if err != nil {
			if l != nil || err.Error() == "" {
				t.Errorf("%v with %v", l, err)
			}
			return
		}
		if frame := frames.Last(l.Start, l.Moves); frame.View.Board == nil {
			t.Error("a line without a board")
		}
	})
}
