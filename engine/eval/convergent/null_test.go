package convergent

import (
	"testing"

	"github.com/wane-chess/wane/rules/convergent"
)

// A null move changes the turn alone, and is refused where it teaches nothing.
func TestMakeNull(t *testing.T) {
	for _, c := range []struct {
		name, fen string
		want      bool
	}{
		{"the start", startFEN, true},
		{"an enemy rook too far off", "***1k***/*3r2*/*6*/*6*/*6*/*2RR2*/*6*/***1K*** w - - 5 9", true},
		{"attacked king", "***1k***/*6*/*6*/*6*/*6*/*RR4*/*3r2*/***1K*** w - - 5 9", false},
		{"an intruder", "***1k***/*6*/*6*/*6*/*6*/*RR4*/*6*/***nK*** w - - 5 9", false},
		{"the other side's pieces", "***1k***/*6*/*6*/*6*/*6*/*RN4*/*6*/***1K*** b - - 5 9", false},
		{"one piece", "***1k***/*3pp1*/*6*/*6*/*6*/*R5*/*3PP1*/***1K*** w - - 5 9", false},
		{"king and pawns", "***1k***/*3pp1*/*6*/*6*/*6*/*6*/*3PP1*/***1K*** w - - 5 9", false},
	} {
		p := parse(t, c.fen)
		b := shared.NewNode(p)
		p = b.Position()
		before, ply, halfmoves := p.String(), p.Ply(), p.Halfmoves()
		key := p.Key()
		if got := b.MakeNullMove(); got != c.want {
			t.Errorf("%s: MakeNullMove is %v, want %v", c.name, got, c.want)
			continue
		}
		if c.want {
			q, err := convergent.New().Parse(p.String())
			if err != nil || q.Turn() != p.Turn() || q.Key() != p.Key() || p.Key() == key || p.Ply() != ply+1 ||
				p.Repetitions() != 0 || p.Halfmoves() != halfmoves+1 {
				t.Errorf("%s: after the null move the position is %s (%v), %d plies", c.name, p, err, p.Ply())
			}
			b.Unmake()
		}
		if p.String() != before || p.Key() != key || p.Ply() != ply {
			t.Errorf("%s: %s came back as %s", c.name, before, p)
		}
	}
}

// No position that comes back through a null move counts as repeated.
func TestMakeNullRepetitions(t *testing.T) {
	b := shared.NewNode(convergent.New().Start())
	p := b.Position()
	play(t, p, "c2b4 c7b5 b4c2")
	if !b.MakeNullMove() {
		t.Fatal("MakeNullMoveMove refuses")
	}
	play(t, p, "c2b4 b5c7 b4c2")
	if n := p.Repetitions(); n != 0 {
		t.Errorf("%s counts %d repetitions", p, n)
	}
}
