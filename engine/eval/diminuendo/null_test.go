package diminuendo

import "testing"

func TestMakeNullMove(t *testing.T) {
	for _, c := range []struct {
		why, name, fen string
		passes         bool
	}{
		{"the start", plain, startFEN, true},
		{"two pieces besides king and pawns", plain, "K3R/1B4/1P5/7/7/6/4k w - - 0 1", true},
		{"one piece", plain, "K3R/1P4/7/7/7/6/4k w - - 0 1", false},
		{"the other side's pieces do not count", plain, "K4/1P4/7/7/6r/5r/4k w - - 0 1", false},
		{"in check", plain, "K3r/RB4/7/7/7/6/4k w - - 0 1", false},
		{"the king on z", crescendo, "RB3/6/7/3K3/7/6/4k w - - 0 1", false},
		{"another king beside it", crescendo, "RB3/6/7/3K3/7/6/K3k w - - 0 1", false},
	} {
		b := boardOf(parse(t, c.name, c.fen))
		p := b.Position()
		key := p.Key()
		if got := b.MakeNullMove(); got != c.passes {
			t.Errorf("%s: MakeNullMove in %s is %v", c.why, c.fen, got)
			continue
		}
		if c.passes {
			b.Unmake()
		}
		if p.Key() != key || p.Ply() != 0 {
			t.Errorf("%s: %s is not what it was", c.why, c.fen)
		}
	}
}

// TestNullIsNoRepetition checks that positions from before and after a null move are
// never taken for repetitions of each other.
func TestNullIsNoRepetition(t *testing.T) {
	b := boardOf(parse(t, plain, startFEN))
	p := b.Position()
	for range 4 {
		if !b.MakeNullMove() {
			t.Fatal("no null move")
		}
		if n := p.Repetitions(); n != 0 {
			t.Fatalf("%d repetitions after null moves", n)
		}
	}
	if n := p.Halfmoves(); n != 4 {
		t.Errorf("%d halfmoves counted, want 4", n)
	}
}
