package diminuendo

import "testing"

// TestLegality checks the moves with a prefix, where kings are or come under
// attack in connection with z.
func TestLegality(t *testing.T) {
	for _, c := range []struct {
		why, name, fen string
		check          bool
		prefix, want   string
	}{
		{"a check from z is answered by capturing there", plain,
			"K4/6/4B2/3r3/7/6/4k w - - 0 1", true, "c", "5z"},
		{"and by any capture elsewhere, which pushes the checker off", plain,
			"K4/6/R5n/3r3/7/6/4k w - - 0 1", true, "c1", "c3 c7"},
		{"the captured piece bars a line through z", plain,
			"K4/6/R5n/7/7/6/3rk w - - 0 1", true, "c1", "c3 c7"},
		{"a captured pawn does not: z stays empty", plain,
			"K4/6/R5p/7/7/6/3rk w - - 0 1", true, "c1", "c3"},
		{"a capture elsewhere does not answer a check that bypasses z", plain,
			"K4/3n2/R5n/7/7/6/4k w - - 0 1", true, "c1", ""},
		{"a pawn's capture empties z and opens a line through it", plain,
			"K4/6/R5p/3N3/7/6/3rk w - - 0 1", false, "c1", "b1 c2 c3 c4 c5 c6 d1 d2 e2 f2 g2"},
		{"another piece's capture fills z again", plain,
			"K4/6/R5n/3N3/7/6/3rk w - - 0 1", false, "c1", "b1 c2 c3 c4 c5 c6 c7 d1 d2 e2 f2 g2"},
		{"a piece on z that blocks a line may capture elsewhere, not move", plain,
			"K4/2n3/7/3R3/7/6/3rk w - - 0 1", false, "z", "b2 b3 c3 e4 f4 g4"},
		{"nor capture a pawn, which leaves z empty", plain,
			"K4/2p3/7/3R3/7/6/3rk w - - 0 1", false, "z", "b2 c3 e4 f4 g4"},
		{"a piece enters z to bar a line", plain,
			"K4/6/7/2R4/7/6/3rk w - - 0 1", true, "d3", "c3 z"},
		{"a pawn does not, since it vanishes", plain,
			"K4/6/7/2P4/7/6/3rk w - - 0 1", true, "d3", ""},
		{"a pawn that captures on z opens a line through it", plain,
			"K4/6/3P3/3n3/7/6/3rk w - - 0 1", false, "c4", "c5"},
		{"any other piece keeps it closed", plain,
			"K4/6/1N5/3n3/7/6/3rk w - - 0 1", false, "c2", "a3 b4 e4 f1 f2 z"},
		{"R4: the king captures beside the piece that drops", plain,
			"5/6/2Kq3/7/7/6/4k w - - 0 1", true, "", "c3c4"},
		{"R4: a drop check counts from the mover's next turn on", plain,
			"K4/6/7/3r3/7/6/4k w - - 0 1", true, "", "a1b1"},
		{"R7: another piece may not expel its own last king from z", crescendo,
			"5/6/R5q/3K3/7/6/4k w - - 0 1", false, "c1", "a1 b1 c2 c3 c4 c5 c6 d1 d2 e2 f2 g2"},
		{"R7: that king may capture himself", crescendo,
			"5/6/R6/3K3/3q3/6/4k w - - 0 1", true, "z", "e4"},
		{"R7: of two kings, one may be pushed off, even out of check", crescendo,
			"K4/6/R5b/3K3/2r4/6/4k w - - 0 1", true, "c1", "c7"},
		{"R7: both kings must be safe", crescendo,
			"K4/1K4/7/7/7/6/3rk w - - 0 1", true, "", ""},
		{"R7: kings beside each other, since one dropped on z: it is in check", crescendo,
			"5/6/2K4/3k3/6R/6/5 b - - 0 1", true, "", "zc5 zd6"},
		{"R7: a side without a king has no move", crescendo,
			"5/6/R5b/7/7/6/4k w - - 0 1", false, "", ""},
	} {
		p := parse(t, c.name, c.fen)
		if got := moves(p, c.prefix); got != c.want {
			t.Errorf("%s: %s in %s goes to\n got [%s]\nwant [%s]", c.why, c.prefix, c.fen, got, c.want)
		}
		if p.InCheck() != c.check {
			t.Errorf("%s: in %s InCheck is %v", c.why, c.fen, p.InCheck())
		}
		if n := p.LegalCount(); n != len(p.Legal(nil)) {
			t.Errorf("%s: %s has %d moves, counted %d", c.why, c.fen, len(p.Legal(nil)), n)
		}
	}
}
