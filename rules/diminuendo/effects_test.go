package diminuendo

import (
	"fmt"
	"strings"
	"testing"

	"github.com/wane-chess/wane/game"
)

// describe writes effects briefly, such as "P c3-z, capture n z, demote P z=-".
func describe(effects []game.Effect) string {
	var list []string
	for _, e := range effects {
		at := squareName(e.To)
		switch e.Kind {
		case game.Slide:
			list = append(list, fmt.Sprintf("%c %s-%s", e.Piece.Letter(), squareName(e.From), at))
		case game.Capture:
			list = append(list, fmt.Sprintf("capture %c %s", e.Piece.Letter(), at))
		case game.Expel:
			list = append(list, fmt.Sprintf("expel %c %s", e.Piece.Letter(), at))
		case game.Drop:
			list = append(list, fmt.Sprintf("drop %c %s=%c", e.Piece.Letter(), at, e.Into.Letter()))
		case game.Demote:
			list = append(list, fmt.Sprintf("demote %c %s=%c", e.Piece.Letter(), at, e.Into.Letter()))
		case game.DropCheck:
			list = append(list, fmt.Sprintf("drop check %s-%s", squareName(e.From), at))
		case game.Promote:
			list = append(list, fmt.Sprintf("promote %c %s=%c", e.Piece.Letter(), at, e.Into.Letter()))
		default:
			list = append(list, fmt.Sprintf("kind %d", e.Kind))
		}
	}
	return strings.Join(list, ", ")
}

// TestEffects checks what moves do (R2, R3), and how the game stands then.
func TestEffects(t *testing.T) {
	for _, c := range []struct{ why, name, fen, move, effects, after string }{
		{"a capture drops the captured", plain, "K4/6/R5q/7/7/6/4k w - - 7 3", "c1c7",
			"R c1-c7, capture q c7, drop q z=r, drop check z-a1", "K4/6/6R/3r3/7/6/4k b - - 0 3"},
		{"and expels an enemy", plain, "K4/6/R5q/3n3/7/6/4k w - - 0 1", "c1c7",
			"R c1-c7, capture q c7, expel n z, drop q z=r, drop check z-a1", "K4/6/6R/3r3/7/6/4k b - - 0 1"},
		{"or a friend", plain, "K4/6/R5q/3Q3/7/6/4k w - - 0 1", "c1c7",
			"R c1-c7, capture q c7, expel Q z, drop q z=r, drop check z-a1", "K4/6/6R/3r3/7/6/4k b - - 0 1"},
		{"the capturer from z is not expelled", plain, "4K/6/7/3R1n1/7/6/4k w - - 0 1", "zd7",
			"R z-d7, capture n d7, drop n z=b", "4K/6/7/3b1R1/7/6/4k b - - 0 1"},
		{"the last of the ranking leaves, and z is emptied", plain, "K4/6/R5p/3Q3/7/6/4k w - - 0 1", "c1c7",
			"R c1-c7, capture p c7, expel Q z", "K4/6/6R/7/7/6/4k b - - 0 1"},
		{"the last of the ranking leaves, z being empty", plain, "K4/6/R5p/7/7/6/4k w - - 0 1", "c1c7",
			"R c1-c7, capture p c7", "K4/6/6R/7/7/6/4k b - - 0 1"},
		{"a capture on z", plain, "K4/6/2R4/3q3/7/6/4k w - - 4 1", "c3z",
			"R c3-z, capture q z, demote R z=N", "K4/6/7/3N3/7/6/4k b - - 0 1"},
		{"the last of the ranking captures on z", plain, "K4/6/2P4/3q3/7/6/4k w - - 0 1", "c3z",
			"P c3-z, capture q z, demote P z=-", "K4/6/7/7/7/6/4k b - - 0 1"},
		{"an entry to z does not start the count again", plain, "K4/6/7/4p2/7/6/4k b - - 8 1", "d6z",
			"p d6-z, demote p z=-", "K4/6/7/7/7/6/4k w - - 9 2"},
		{"a pawn's move does not start the count again", plain, "K4/6/2P4/7/7/6/4k w - - 8 1", "c3c4",
			"P c3-c4", "K4/6/3P3/7/7/6/4k b - - 9 1"},
		{"a drop and a promotion", plain, "K4/5r/5P1/7/7/6/4k w - - 0 1", "c6b6n",
			"P c6-b6, capture r b6, drop r z=n, promote P b6=N", "K4/5N/7/3n3/7/6/4k b - - 0 1"},
		{"a black one", plain, "K4/R5/1p5/7/7/6/4k b - - 0 1", "c2b1q",
			"p c2-b1, capture R b1, drop R z=N, promote p b1=q", "K4/q5/7/3N3/7/6/4k w - - 0 2"},
		{"R7: a king steps down", twoKings, "4K/6/7/2K4/7/6/4k w - - 0 1", "d3z",
			"K d3-z, demote K z=Q", "4K/6/7/3Q3/7/6/4k b - - 1 1"},
		{"R7: a king vanishes", crescendo, "4K/6/7/2K4/7/6/4k w - - 0 1", "d3z",
			"K d3-z, demote K z=-", "4K/6/7/7/7/6/4k b - - 1 1"},
		{"R7: a captured queen comes back as a king", crescendo, "K4/6/R5q/7/7/6/4k w - - 0 1", "c1c7",
			"R c1-c7, capture q c7, drop q z=k", "K4/6/6R/3k3/7/6/4k b - - 0 1"},
		{"R4: as a king it may even stand beside the capturer's", crescendo, "4k/6/2K4/7/R5q/6/5 w - - 0 1", "e1e7",
			"R e1-e7, capture q e7, drop q z=k, drop check z-c3", "4k/6/2K4/3k3/6R/6/5 b - - 0 1"},
		{"R4: a drop check on two kings", twoKings, "K4/6/R5q/K6/7/6/4k w - - 0 1", "c1c7",
			"R c1-c7, capture q c7, drop q z=r, drop check z-a1, drop check z-d1", "K4/6/6R/K2r3/7/6/4k b - - 0 1"},
		{"R7: one king of two is pushed off", crescendo, "K4/6/R5q/3k3/7/6/4k w - - 0 1", "c1c7",
			"R c1-c7, capture q c7, expel k z, drop q z=k", "K4/6/6R/3k3/7/6/4k b - - 0 1"},
	} {
		p := parse(t, c.name, c.fen)
		played := false
		for _, m := range p.Legal(nil) {
			if p.UCI(m) != c.move {
				continue
			}
			played = true
			if got := describe(p.Effects(m)); got != c.effects {
				t.Errorf("%s: %s in %s does\n got %s\nwant %s", c.why, c.move, c.fen, got, c.effects)
			}
			p.Make(m)
			if p.String() != c.after {
				t.Errorf("%s: %s in %s leads to\n got %s\nwant %s", c.why, c.move, c.fen, p, c.after)
			}
			break
		}
		if !played {
			t.Errorf("%s: %s is not legal in %s", c.why, c.move, c.fen)
		}
	}
}
