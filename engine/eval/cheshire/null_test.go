package cheshire

import (
	"testing"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/game/gametest"
)

// TestMakeNull makes null moves wherever it is allowed in random games and compares the
// position with the same one set up.
func TestMakeNull(t *testing.T) {
	passed, refused := 0, 0
	for n, g := range []game.Game{large, small} {
		for seed := range uint64(6) {
			w := gametest.Walk{Game: g, FEN: g.Start().String(), Seed: uint64(10*n) + seed, Plies: 90}
			w.Run(t, func(p game.Position) {
				b := shared.NewNode(p)
				p = b.Position()
				before, key, check := p.String(), p.Key(), p.InCheck()
				if !b.MakeNullMove() {
					refused++
					if p.String() != before || p.Key() != key {
						t.Errorf("%s: refusing a null move changes it to %s", before, p)
					}
					return
				}
				passed++
				if check {
					t.Errorf("%s: passes in check", before)
				}
				again, err := g.Parse(p.String())
				if err != nil {
					t.Fatal(err)
				}
				if again.Key() != p.Key() || again.Turn() != p.Turn() || again.LegalCount() != p.LegalCount() {
					t.Errorf("%s: after a null move, %s has another key, turn or count of moves than when set up", before, p)
				}
				if b.MakeNullMove() {
					t.Errorf("%s: passes twice", before)
				}
				b.Unmake()
				if p.String() != before || p.Key() != key {
					t.Errorf("%s: Unmake after a null move gives %s", before, p)
				}
			})
		}
	}
	if passed < 100 || refused < 100 {
		t.Errorf("passed %d times and refused %d times, want more of each", passed, refused)
	}
}

// TestNullRoom makes null moves between all the moves of long games: there is room for as
// many null moves as moves.
func TestNullRoom(t *testing.T) {
	for seed := range uint64(4) {
		b := shared.NewNode(large.Start())
		p := b.Position()
		passes := 0
		for n := seed; ; n++ {
			if b.MakeNullMove() {
				passes++
			}
			moves := p.Legal(nil)
			if len(moves) == 0 {
				break
			}
			p.Make(moves[n*n%uint64(len(moves))])
		}
		if passes < 10 {
			t.Errorf("game %d: %d passes", seed, passes)
		}
		for p.Ply() > 0 {
			p.Unmake()
		}
		if got := p.String(); got != large.Start().String() {
			t.Errorf("taken back to %s", got)
		}
	}
}

// TestNoNull lists positions where zugzwang is likely.
func TestNoNull(t *testing.T) {
	for _, c := range []struct{ name, fen string }{
		{"in check", "4k3/8/8/8/8/8/8/4K2r w - - 0 1"},
		{"only king and pawns", "4k3/pppp4/8/8/8/8/PPPP4/4K3 w - - 0 1"},
		{"a knight without squares", "4k3/8/8/8/8/1*1*4/*3*3/2N1K3 w - - 0 1"},
		{"a board nearly gone", "k*1*****/***1****/********/*1**R*1*/********/****1***/********/K**1**** w - - 0 60"},
	} {
		if b := shared.NewNode(parse(t, c.fen)); b.MakeNullMove() {
			t.Errorf("%s: %s passes", c.name, c.fen)
		}
	}
	if b := shared.NewNode(large.Start()); !b.MakeNullMove() {
		t.Error("the start position does not pass")
	}
}
