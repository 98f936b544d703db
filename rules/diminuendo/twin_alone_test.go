package diminuendo_test

import (
	"maps"
	"slices"
	"testing"

	"github.com/wane-chess/wane/game/gametest"
)

const twinStart = "P3p/RP2pr/QNP1pnq/BBB1bbb/KNP1pnk/RP2pr/P3p w - - 0 1"

// The inventor's two games, as the first and the third that were ever recorded.
// The inventor left two checks unmarked, those of d2f4 and a2d2.
const (
	twinGameOne   = "d3f5+ g5f5 ze5 d7e5 e3e4 c6e4 c2e4 zf1 e2f4#"
	twinGameThree = "c3c4 a5a4 b2b3 b5b4 a1a2 a4a3 f2f3 f5f4 g1g2 e5e4 e2f4+ f6f4 ze6 zc2 zc6 ze6 c6d8 c2d1 d8e6 e7e6 " +
		"c1d1 g5g4 e3z b4c4 b3c4 e4f3 d2f4+ e6e7+ c4z f3g2 d1g4 b6b2+ f4d2 b2g4 zg2 " + twinGameThreeEnd
	twinGameThreeEnd = "e7d8 g2g4 d6e4+ e1d1 zg4 zc7 za2 d3e4 ze4 c7a4 c5z f1f5 a2d2+ d1d2 zf5 zf5+ d8e7 b1a1 zf1+ " +
		"d2d3 d7a1 za3 e7e6 f5d8 e4e3+ d3c3 e3e2 a4z+ f1z+ a3z+ g4z+ c3b2 a1c2 d8b5+ e6d7 b5z c2z b2c2 e2e1q+ " +
		"c2b1 zd3 b1a1 e1c2#"
)

// The twin by itself agrees with figures and games from elsewhere.
func TestTwinAlone(t *testing.T) {
	twin := twinNamed("diminuendo").twin
	gametest.TwinPerft(t, twin, twinStart, 18, 287, 5492, 108712)
	gametest.TwinReplay(t, twin, twinStart, twinGameOne)
	gametest.TwinReplay(t, twin, twinStart, twinGameThree)
}

// R4: the inventor calls this line of his third game mate; but Black can
// capture the rook, because the knights that drop on z then do not count.
func TestTwinDropCheckAnswers(t *testing.T) {
	twin := twinNamed("diminuendo").twin
	before := twinGameThree[:len(twinGameThree)-len(twinGameThreeEnd)]
	fen := gametest.TwinReplay(t, twin, twinStart, before+"g4g2 f1f6+")
	after, _, err := twin(fen)
	if err != nil {
		t.Fatal(err)
	}
	if got := slices.Sorted(maps.Keys(after)); !slices.Equal(got, []string{"d7f6", "e7f6"}) {
		t.Errorf("answers to f1f6 in %s: %v, want d7f6 and e7f6", fen, got)
	}
}
