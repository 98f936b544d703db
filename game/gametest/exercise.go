package gametest

import (
	"testing"

	"github.com/wane-chess/wane/game"
)

// EveryMove is a number of moves for Exercise that leaves none out.
const EveryMove = 1 << 30

// Exercise calls every method of a position that a parser has accepted, and of
// those up to depth plies below it, and checks that they hold together: the FEN
// reads back, counts and lists of moves agree, effects lead to the next view,
// Unmake restores. In each position it follows at most that many moves, spread
// evenly over the list. It is meant for fuzz targets.
func Exercise(t testing.TB, p game.Position, most, depth int) {
	t.Helper()
	before := p.String()
	again, err := p.Game().Parse(before)
	if err != nil {
		t.Fatalf("%s does not read back: %v", before, err)
	}
	if again.String() != before || again.Key() != p.Key() {
		t.Fatalf("%s reads back as %s, with the key %x in place of %x", before, again, again.Key(), p.Key())
	}
	moves := p.Legal(nil)
	if n := p.LegalCount(); n != len(moves) {
		t.Fatalf("%s: Legal lists %d moves, LegalCount is %d", before, len(moves), n)
	}
	p.InCheck()
	p.Outcome()
	p.Terminal()
	if depth == 0 {
		return
	}
	for i := 0; i < len(moves); i += 1 + len(moves)/most {
		text, want := p.UCI(moves[i]), p.View().Apply(p.Effects(moves[i]))
		p.Make(moves[i])
		if !p.View().Equal(want) {
			t.Fatalf("%s: the effects of %s do not lead to %s", before, text, p)
		}
		Exercise(t, p, most, depth-1)
		p.Unmake()
	}
	if p.String() != before || p.Key() != again.Key() {
		t.Fatalf("%s became %s", before, p)
	}
}
