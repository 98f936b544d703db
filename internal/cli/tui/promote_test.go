package tui

import (
	"fmt"
	"strings"
	"testing"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/rules/shrink"
)

// In threePawns, Ke1–e2 empties rank 1, and Black's pawns reach it. A queen or a rook
// on c1 or h1 would give check, so neither is offered; the pawn on c1 blocks the one
// on a1.
const threePawns = "k7/8/8/8/8/8/p1p4p/4K3 w - - 0 1"

func TestPromotionOfSeveral(t *testing.T) {
	d, m := newPlay(t, PlayOptions{Start: parse(t, shrink.New(), threePawns)})
	d.keys("enter up")
	d.shows("This move: e1–e2", "Rank 1 disappears", "3 pawns promote, on", "c1 and h1.")
	if d.at("a2") != " p=" || d.at("a1") != "///" {
		t.Errorf("before the move the pawn looks %q, the rank %q", d.at("a2"), d.at("a1"))
	}
	d.keys("enter")
	d.shows("Promotion 1 of 3", "black pawn on a1 becomes", "Q  queen", "R  rook", "B  bishop", "N  knight")
	if d.place("a1"); d.at("a1") != ">p<" || d.at("c1") != " p=" || d.at("e1") != " K " {
		t.Errorf("the pawns look %q %q, the king %q", d.at("a1"), d.at("c1"), d.at("e1"))
	}
	d.keys("r")
	d.shows("Promotion 2 of 3", "black pawn on c1", "bishop", "knight")
	d.lacks("Q  queen", "R  rook")
	d.keys("q")
	d.shows("not possible here")
	d.keys("n")
	d.shows("Promotion 3 of 3", "black pawn on h1")
	d.keys("backspace")
	d.shows("Promotion 2 of 3")
	d.keys("down enter") // the second choice: the knight
	d.keys("enter")      // the first choice: the bishop
	if len(m.match.plies) != 1 {
		t.Fatalf("the move was not made:\n%s", d.screen())
	}
	d.shows("Ke2=RNB")
	want := "k7/8/8/8/8/8/r1n1K2b b - - 1 1"
	if got := m.match.pos.String(); !strings.HasPrefix(got, strings.Fields(want)[0]) {
		t.Errorf("position %s, want %s", got, want)
	}
}

func TestPromotionRest(t *testing.T) {
	d, m := newPlay(t, PlayOptions{Start: parse(t, shrink.New(), threePawns)})
	d.typed("Ke2") // without promotions: the dialog opens
	d.shows("Promotion 1 of 3")
	d.keys("esc")
	d.lacks("Promotion")
	d.typed("e1e2")
	d.keys("right right a") // bishops wherever possible
	d.shows("Ke2=BBB")
	if len(m.match.plies) != 1 {
		t.Error("the move was not made")
	}
	d.keys("u")
	d.typed("Ke2=QBN")
	d.shows("Ke2=QBN")
	d.keys("u")
	d.typed("e1e2qqn")
	d.shows("Illegal move")
}

// The dialog offers exactly the promotions of legal moves, whatever is chosen first.
func TestPromotionOffers(t *testing.T) {
	p := parse(t, shrink.New(), threePawns)
	legal := map[game.Move]bool{}
	for _, m := range p.Legal(nil) {
		legal[m] = true
	}
	c := choicesOf(p.Legal(nil))
	v := p.View()
	from, to := v.Board.SquareByName("e1").ID, v.Board.SquareByName("e2").ID
	moves := c.between(game.Square(from), game.Square(to))
	effects := p.Effects(moves[0])
	found := 0
	var walk func(d *promotion)
	walk = func(d *promotion) {
		for _, pt := range d.offers() {
			move, ok := d.choose(pt)
			switch {
			case !ok:
				t.Fatalf("%v is offered but refused", pt)
			case move != game.NoMove:
				found++
				if !legal[move] {
					t.Errorf("the dialog makes %s, which is not legal", p.UCI(move))
				}
			default:
				walk(d)
			}
			d.back()
		}
	}
	walk(newPromotion(moves, effects))
	if found != len(moves) || found != 16 {
		t.Errorf("the dialog reaches %d moves of %d, want 16", found, len(moves))
	}
}

// Eight pawns at once, 65,536 moves of one route, take little time.
func TestPromotionOfEight(t *testing.T) {
	g := shrink.New()
	d, m := newPlay(t, PlayOptions{Start: parse(t, g, "k7/7K/8/8/8/8/pppppppp/1N6 w - - 0 1")})
	d.send(left(d.place("b1")))
	d.send(motion(d.place("c3")))
	d.shows("8 pawns promote")
	if n := len(m.match.choices.between(1, 2*8+2)); n < 5000 {
		t.Errorf("%d ways to promote eight pawns", n)
	}
	d.send(left(d.place("c3")))
	for i := range 7 {
		d.shows(fmt.Sprintf("Promotion %d of 8", i+1))
		d.keys("enter")
	}
	d.keys("n")
	d.shows("Nc3=QQ")
	if len(m.match.plies) != 1 {
		t.Fatalf("the move was not made:\n%s", d.screen())
	}
}

// The dialog explains why it does not offer a promotion, and the status is not about
// the board before the move.
func TestPromotionExplains(t *testing.T) {
	d, m := newPlay(t, PlayOptions{Start: parse(t, shrink.New(), "4k3/8/8/8/8/8/1p1p1p1p/K7 w - - 0 1")})
	d.text("Kxb2")
	d.keys("enter")
	d.shows("The black pawn on c1 becomes", "leaves the king in", "check.", "not played yet")
	d.lacks("White is in check", "queen")
	d.keys("n")
	d.shows("queen")
	d.lacks("leaves the king")
	d.keys("q q")
	if m.match.last() == nil || m.match.last().san != "Kxb2=NQQ" || m.match.pos.Turn() != game.Black {
		t.Error("the move was not made")
	}
}
